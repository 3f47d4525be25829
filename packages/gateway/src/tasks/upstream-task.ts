import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type TaskStatus, taskStatuses } from "../stores/task-store.ts";

/** What a server says about a task. Only the form is checked: everything in it is untrusted. */
export interface UpstreamTask {
  readonly status: TaskStatus;
  readonly statusMessage?: string | undefined;
  /** Default: the server names none. */
  readonly ttlMs?: number | undefined;
  readonly pollIntervalMs?: number | undefined;
  /** The questions of a task that waits for input. */
  readonly inputRequests?: JsonObject | undefined;
  /** The result of a completed task. */
  readonly result?: JsonObject | undefined;
  /** The error of a failed task. */
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

const maxIdLength = 1_024;

/** Returns the id that a server gave a task. Undefined if it cannot be sent back. */
export function taskIdIn(raw: JsonObject): string | undefined {
  const id = own(raw, "taskId");
  const isUsable =
    typeof id === "string" &&
    id.length > 0 &&
    id.length <= maxIdLength &&
    !/[\p{Cc}\p{Cs}]/u.test(id);
  return isUsable ? id : undefined;
}

/** Returns undefined for anything but the state of a task. */
export function readTask(raw: JsonObject): UpstreamTask | undefined {
  const status = taskStatuses.find((each) => each === own(raw, "status"));
  if (status === undefined) return undefined;
  const statusMessage = own(raw, "statusMessage");
  const common = {
    status,
    statusMessage: typeof statusMessage === "string" ? statusMessage : undefined,
    ttlMs: positive(own(raw, "ttlMs")),
    pollIntervalMs: positive(own(raw, "pollIntervalMs")),
  };
  return withContent(raw, common);
}

/** Adds what a status brings. Undefined if the server left it out. */
function withContent(raw: JsonObject, common: UpstreamTask): UpstreamTask | undefined {
  const { status } = common;
  if (status === "working" || status === "cancelled") return common;
  if (status === "failed") {
    const error = errorIn(raw);
    return error && { ...common, error };
  }
  const key = status === "completed" ? "result" : "inputRequests";
  const content = objectIn(raw, key);
  return content && { ...common, [key]: content };
}

function errorIn(raw: JsonObject): UpstreamTask["error"] {
  const error = objectIn(raw, "error");
  const code = error && own(error, "code");
  const message = error && own(error, "message");
  if (typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  return { code, message: typeof message === "string" ? message : "" };
}

function objectIn(raw: JsonObject, key: string): JsonObject | undefined {
  const value = own(raw, key);
  return isJsonObject(value) ? value : undefined;
}

function positive(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}
