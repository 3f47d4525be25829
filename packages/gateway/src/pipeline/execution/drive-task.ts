import {
  type Cancellation,
  Canceller,
  signalOf,
} from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { isTaskResult } from "../../protocol/tasks.ts";
import {
  type CallerChannel,
  type TaskWish,
  type Upstream,
  UpstreamError,
} from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { type DeferringDeps, noTasks } from "../for-tasks.ts";
import { takesTasks } from "../goes-on.ts";

/** Used if the server names no interval. */
const pollMs = 1_000;
/** A server could ask for thousands of polls, or for none within the deadline. */
const [minPollMs, maxPollMs] = [100, 5_000];
/** A legacy server keeps a task that we drive ourselves at least so long. */
const drivenTtlMs = 3_600_000;

/** Returns how a call may go on. Undefined for a call that must be answered. */
export function taskWishOf(
  call: ApprovedCall,
  { ttlMs }: Pick<DeferringDeps, "ttlMs"> = noTasks,
): TaskWish | undefined {
  const { taskSupport } = call.plan;
  const isForLegacy = taskSupport !== "forbidden";
  if (ttlMs !== undefined && takesTasks(call)) return { ttlMs, isForLegacy };
  return taskSupport === "required" ? { ttlMs: drivenTtlMs, isForLegacy } : undefined;
}

/** Returns whether we wait for the task of a call, because its caller cannot. */
export function isDriven(call: ApprovedCall): boolean {
  return call.plan.taskSupport === "required" && !takesTasks(call);
}

interface DrivingDeps extends Pick<Runtime, "clock"> {
  readonly channel: CallerChannel | undefined;
}

interface Driving extends DrivingDeps {
  readonly upstream: Pick<Upstream, "request">;
  readonly signal: Cancellation;
}

/** Returns a server whose calls are answered only when their task has ended, if we wait for it. */
export function drivenIf(
  isWaitedFor: boolean,
  upstream: Pick<Upstream, "callTool" | "request">,
  deps: DrivingDeps,
): Pick<Upstream, "callTool"> {
  if (!isWaitedFor) return upstream;
  return {
    callTool: async (call, signal) => {
      const raw = await upstream.callTool(call, signal);
      return drivenToEnd(raw, { ...deps, upstream, signal });
    },
  };
}

/** Polls a task until it ends, within the deadline of its call. Any other answer stays as it is. */
async function drivenToEnd(raw: JsonObject, driving: Driving): Promise<JsonObject> {
  const taskId = isTaskResult(raw) ? own(raw, "taskId") : undefined;
  if (typeof taskId !== "string") return raw;
  const { upstream, signal, clock, channel } = driving;
  let task = raw;
  try {
    for (;;) {
      const ended = endOf(task);
      if (ended !== undefined) return ended;
      await clock.sleep(intervalOf(task), signalOf(signal));
      const request = { method: "tasks/get", params: { taskId }, channel, takesTasks: true };
      task = await upstream.request(request, signal);
    }
  } catch (error) {
    // The server goes on otherwise. Whether it heeds this is not waited for.
    if (signal.aborted) void cancelled(upstream, taskId);
    throw error;
  }
}

/** Returns the result of a task that ended. Undefined while it works. */
function endOf(task: JsonObject): JsonObject | undefined {
  const status = own(task, "status");
  if (status === "working" || status === "input_required") return undefined;
  if (status === "failed") throw failureOf(own(task, "error"));
  const result = own(task, "result");
  if (status === "completed" && isJsonObject(result)) return result;
  throw new UpstreamError({ kind: status === "cancelled" ? "lost" : "garbled" });
}

function failureOf(error: JsonValue | undefined): UpstreamError {
  const code = isJsonObject(error) ? own(error, "code") : undefined;
  return new UpstreamError(typeof code === "number" ? { kind: "rpc", code } : { kind: "garbled" });
}

function intervalOf(task: JsonObject): number {
  const asked = own(task, "pollIntervalMs");
  const wanted = typeof asked === "number" && Number.isFinite(asked) ? asked : pollMs;
  return Math.min(Math.max(wanted, minPollMs), maxPollMs);
}

async function cancelled(upstream: Pick<Upstream, "request">, taskId: string): Promise<void> {
  const request = { method: "tasks/cancel", params: { taskId }, takesTasks: true };
  await upstream.request(request, new Canceller()).catch(() => undefined);
}
