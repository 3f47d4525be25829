import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Finished } from "../pipeline/finish-call.ts";
import { checkInputRequest } from "../pipeline/input-request.ts";
import { resultOf } from "../pipeline/result-of.ts";
import { StoreError } from "../stores/store-error.ts";
import type { StoredTask, TaskState } from "../stores/task-store.ts";
import { askings } from "../upstreams/upstream.ts";

/** What a task promises its caller from the start. */
export interface Terms {
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
}

/** What callers get of a task, besides its id and its times. */
export interface Content extends Terms {
  readonly statusMessage?: string;
  readonly inputRequests?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

type Status = Pick<TaskState, "status" | "content">;

export function contentOf({ content }: Pick<TaskState, "content">): Content {
  const read = parseJson(content);
  if (!isJsonObject(read)) throw new StoreError("corrupt");
  const { ttlMs, pollIntervalMs } = read;
  if (typeof ttlMs !== "number" || typeof pollIntervalMs !== "number") {
    throw new StoreError("corrupt");
  }
  // Our own writing: the other members have the types that `written` gave them.
  return { ...read, ttlMs, pollIntervalMs };
}

export function termsOf(task: Pick<TaskState, "content">): Terms {
  const { ttlMs, pollIntervalMs } = contentOf(task);
  return { ttlMs, pollIntervalMs };
}

export function written(content: Content): string {
  return JSON.stringify(content);
}

/**
 * Returns a task as its caller gets it. A caller that cannot answer a question does not see it, and
 * another client of the same principal may answer.
 */
export function shownTask(task: StoredTask, id: string, capabilities: JsonObject): JsonObject {
  const { inputRequests, ...content } = contentOf(task);
  const asked = inputRequests && askable(inputRequests, capabilities);
  const isMute = asked !== undefined && Object.keys(asked).length === 0;
  return {
    taskId: id,
    status: isMute ? "working" : task.status,
    createdAt: new Date(task.createdAt).toISOString(),
    lastUpdatedAt: new Date(task.changedAt).toISOString(),
    ...content,
    ...(isMute && { statusMessage: unaskable }),
    ...(asked !== undefined && !isMute && { inputRequests: asked }),
  };
}

/** Returns the answers to questions that the task has asked and that are objects. */
export function answersTo(task: StoredTask, given: JsonObject): JsonObject {
  const { inputRequests = {} } = contentOf(task);
  const answers = Object.entries(given).filter(
    ([key, value]) => Object.hasOwn(inputRequests, key) && isJsonObject(value),
  );
  return Object.fromEntries(answers);
}

const unaskable = "The tool asks for input that this client cannot give.";

/** Returns the questions that the declared capabilities cover. They are clean already. */
function askable(inputRequests: JsonObject, capabilities: JsonObject): JsonObject {
  const terms = { allowedRequests: askings, capabilities, clean: (text: string) => text };
  const entries = Object.entries(inputRequests);
  return Object.fromEntries(
    entries.filter(([, request]) => checkInputRequest(request, terms).kind === "passed"),
  );
}

/** How an ending is shown, if not as the call itself would have shown it. */
export interface ShownAs {
  readonly status: "failed" | "cancelled";
  /** The code of the error of a failed task. Default: that of an internal error. */
  readonly code?: number;
  /** Replaces our own words, cleaned. Default: our own words. */
  readonly message?: string | undefined;
}

const internalError = -32_603;

/** Returns the state of a task that has ended. A refusal keeps the form that the call gives it. */
export function endedState(finished: Finished, terms: Terms, as?: ShownAs): Status {
  if (finished.kind === "answered") {
    return {
      status: "completed",
      content: written({ ...terms, result: resultOf(finished.output) }),
    };
  }
  if (as?.status === "cancelled") return { status: "cancelled", content: written(terms) };
  const outcome = toMcp(finished.error, "modern");
  if (outcome.kind === "rpc-error") {
    const { kind: _kind, ...error } = outcome;
    return { status: "failed", content: written({ ...terms, error }) };
  }
  const { result } = outcome;
  return as === undefined
    ? { status: "completed", content: written({ ...terms, result }) }
    : { status: "failed", content: written({ ...terms, error: errorOf(result, as) }) };
}

/** Returns a refusal as the error of a failed task. */
function errorOf(result: JsonObject, { code = internalError, message }: ShownAs): JsonObject {
  const meta = own(result, "_meta");
  return {
    code,
    message: message ?? textIn(result),
    ...(isJsonObject(meta) && { data: meta }),
  };
}

/** Returns the words of a refusal, which are its first block. */
function textIn(result: JsonObject): string {
  const content = own(result, "content");
  const [block] = isJsonArray(content) ? content : [];
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" ? text : "The task failed.";
}
