import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Era } from "../protocol/era.ts";
import { type Extensions, handledIn, tasksExtension } from "../protocol/extensions.ts";
import type { Ask, Question } from "./ask.ts";
import { type Resumption, type TaskWish, type Upstream, UpstreamError } from "./upstream.ts";

// Legacy tasks have another form: nested, with other names, and their result has a method of its
// own. Everything above this file sees the modern form.

const relatedTask = "io.modelcontextprotocol/related-task";

/** Returns whether calls of a server may become tasks, by its capabilities. */
export function takesTasksIn(capabilities: JsonObject, era: Era): boolean {
  const path = era === "modern" ? ["extensions", tasksExtension] : legacyPath;
  let found: JsonValue | undefined = capabilities;
  for (const key of path) found = isJsonObject(found) ? own(found, key) : undefined;
  return isJsonObject(found);
}

const legacyPath = ["tasks", "requests", "tools", "call"];

/** Returns the extensions of a server as callers see them: tasks of either era are one. */
export function extensionsIn({
  capabilities,
  era,
}: Pick<Upstream, "capabilities" | "era">): Extensions {
  const said = capabilities();
  const handled = handledIn(said, era);
  return takesTasksIn(said, era) ? { ...handled, [tasksExtension]: {} } : handled;
}

/** A call that may become a task. */
interface Deferrable extends Pick<Question, "channel" | "headers" | "trace"> {
  readonly call: JsonObject;
  readonly resumption: Resumption | undefined;
  readonly task: TaskWish;
}

/** Declares the extension with a call. The server alone decides. */
export function askForTask(
  ask: Ask,
  { call, resumption, task: _task, ...question }: Deferrable,
  signal: Cancellation,
): Promise<JsonObject> {
  const params = { ...call, ...resumption };
  return ask({ ...question, method: "tools/call", params, takesTasks: true }, signal);
}

/** Asks a legacy server for a task, if its tool has some. */
export async function askForLegacyTask(
  ask: Ask,
  { call, resumption: _resumption, task, ...question }: Deferrable,
  signal: Cancellation,
): Promise<JsonObject> {
  const params = task.isForLegacy ? { ...call, task: { ttl: task.ttlMs } } : call;
  const result = await ask({ ...question, method: "tools/call", params }, signal);
  const answered = task.isForLegacy ? own(result, "task") : undefined;
  return isJsonObject(answered) ? { resultType: "task", ...modernised(answered) } : result;
}

function modernised({ ttl, pollInterval, ...task }: JsonObject): JsonObject {
  return {
    ...task,
    ttlMs: ttl ?? null,
    ...(pollInterval !== undefined && { pollIntervalMs: pollInterval }),
  };
}

/** Returns a way to ask a legacy server about tasks as if it were a modern one. */
export function askingLegacy(ask: Ask): Ask {
  return async function asking(question, signal) {
    const { method } = question;
    // Its questions come with its answers, and no update answers them.
    if (method === "tasks/update") return {};
    if (method !== "tasks/get") return ask(question, signal);
    const task = modernised(await ask(question, signal));
    const status = own(task, "status");
    if (status === "working" || status === "cancelled") return task;
    return { ...task, ...(await resultOf(ask, question, signal)) };
  };
}

/**
 * Fetches the result of a task. A task that waits for input asks on this very response, so the
 * caller is asked if there is one, and otherwise the server is told that no caller can be.
 */
async function resultOf(
  ask: Ask,
  { params, channel }: Question,
  signal: Cancellation,
): Promise<JsonObject> {
  try {
    const result = await ask({ method: "tasks/result", params, channel }, signal);
    return { status: "completed", result: withoutRelation(result) };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.fault.kind !== "rpc") throw error;
    return { status: "failed", error: { code: error.fault.code, message: "" } };
  }
}

/** Removes the mark of the legacy task: callers know another id. */
function withoutRelation(result: JsonObject): JsonObject {
  const meta = own(result, "_meta");
  if (!isJsonObject(meta) || !Object.hasOwn(meta, relatedTask)) return result;
  const { _meta: _related, ...rest } = result;
  const left = Object.entries(meta).filter(([key]) => key !== relatedTask);
  return left.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(left) };
}
