import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../pipeline/call.ts";
import { factsOf } from "../pipeline/execution/faults.ts";
import type { UpstreamOf } from "../pipeline/execution/send.ts";
import type { StoredTask } from "../stores/task-store.ts";
import { UpstreamError } from "../upstreams/upstream.ts";

export interface ServerDeps extends Pick<Runtime, "clock"> {
  readonly upstreamOf: UpstreamOf;
}

/** A task at a server, as far as a request about it needs. */
export interface Addressed {
  readonly task: Pick<StoredTask, "server" | "upstreamId">;
  /** Who asks about it. */
  readonly principal: Principal;
}

interface Asked {
  readonly method: "tasks/get" | "tasks/update" | "tasks/cancel";
  readonly params?: JsonObject;
}

/** A server that does not answer in this time is asked again with the next poll. */
const answerWithinMs = 10_000;

/** Sends a request about a task to its server. */
export async function askServer(
  { clock, upstreamOf }: ServerDeps,
  { task, principal }: Addressed,
  { method, params }: Asked,
): Promise<JsonObject> {
  const upstream = upstreamOf(task.server, principal);
  if (upstream === undefined) throw new UpstreamError({ kind: "unreachable" });
  const sent = { method, params: { taskId: task.upstreamId, ...params }, takesTasks: true };
  return withTimeout({ clock, ms: answerWithinMs }, (signal) => upstream.request(sent, signal));
}

/** Tells a server what a caller wants. A failure is told without the server's words. */
export async function tellServer(
  deps: ServerDeps,
  addressed: Addressed,
  asked: Asked,
): Promise<void> {
  try {
    await askServer(deps, addressed, asked);
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { server } = addressed.task;
    const fault = error instanceof UpstreamError ? factsOf(error.fault) : { kind: "late" };
    const facts = { method: asked.method, server, fault, passing: true };
    throw new Refusal("relay-failed", facts, { cause: error });
  }
}

/** Tells a server that its task is not wanted. Not awaited: it may go on all the same. */
export function giveUp(deps: ServerDeps, addressed: Addressed): void {
  void askServer(deps, addressed, { method: "tasks/cancel" }).catch(() => undefined);
}
