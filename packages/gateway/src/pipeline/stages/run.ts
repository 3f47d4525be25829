import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { becauseOf, repairFor } from "../../catalog/unreachable.ts";
import { followedBy } from "../../telemetry/event-fields.ts";
import type { Logger } from "../../telemetry/events.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import type { CallLogDeps } from "../call-log.ts";
import { createExecution, type Execute } from "../execution/execution.ts";
import { refusalFor } from "../execution/faults.ts";
import type { RetryOptions } from "../execution/retries.ts";
import { createSend, type SendDeps, type UpstreamOf } from "../execution/send.ts";
import type { ServerCircuits } from "../execution/server-circuits.ts";
import type { ForeignText, Words } from "../foreign-text.ts";
import { idsOf } from "../ids-of.ts";
import type { InnerCallsOf } from "../inner-calls.ts";
import type { SharedSlots } from "../limits/shared-slots.ts";
import type { Stages } from "../pipeline.ts";
import type { Traces } from "../trace-calls.ts";

export interface RunDeps extends Pick<Runtime, "clock"> {
  readonly deadlines: Deadlines;
  readonly upstreamOf: UpstreamOf;
  readonly hideSecrets: (text: string) => string;
  readonly maxConcurrent: number;
  readonly sharedSlots?: SharedSlots | undefined;
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
  readonly metrics?: Pick<Metrics, "circuitTurned" | "loadFrom"> | undefined;
  readonly circuits?: ServerCircuits | undefined;
  readonly traces?: Traces | undefined;
  readonly innerCallsOf?: InnerCallsOf;
  /** Keeps the stack of an error that a local tool withholds from callers. Default: dropped. */
  readonly keepStack?: CallLogDeps["keepStack"];
  readonly onAsked?: SendDeps["onAsked"];
  readonly passContext?: SendDeps["passContext"];
  readonly tasks?: SendDeps["tasks"];
  /** Receives every attempt that is retried. Default: not logged. */
  readonly log?: Logger["log"];
}

export interface FailingDeps extends Partial<Pick<ForeignText, "wordsIn">> {
  /** Receives every fault of a server. Default: not logged. */
  readonly log?: Logger["log"] | undefined;
}

/** Runs a call, and turns a server's fault into a refusal. */
export function createRun(execute: Execute, failing: FailingDeps = {}): Stages["run"] {
  const explain = (error: unknown, call: ApprovedCall): unknown =>
    error instanceof UpstreamError ? failed(error, call, failing) : error;
  return (call, signal) => execute(call, signal, explain);
}

/** Logs the fault with the server's words, and returns the refusal. */
function failed(error: UpstreamError, call: ApprovedCall, { wordsIn, log }: FailingDeps): unknown {
  const { registered } = call;
  const { server } = registered.contract;
  const { forLog: wrote, forCaller }: Words = wordsIn?.(error, registered) ?? {};
  const refusal = refusalFor(error, call, forCaller);
  log?.("server.failed", {
    ...followedBy(idsOf(call)),
    stage: "run",
    status: "refused",
    server,
    fault: nameOf(error.fault),
    because: becauseOf(error),
    // The end of the process has a line of its own, with these words.
    ...(wrote?.source === "error" && { wrote }),
    next: repairFor(error, server) ?? nextFor(error.fault, refusal),
  });
  return refusal;
}

/** Returns the command that shows this failure. Other faults than these do not show on connecting. */
function nextFor({ kind }: UpstreamFault, refusal: unknown): string {
  if (kind === "unreachable" || !isRefusal(refusal)) return "toolcourt servers";
  return `toolcourt explain-error ${refusal.code}`;
}

/** Executes calls with all that they need: their server or our own tool, and their limits. */
export function openExecution(dependencies: RunDeps): Execute {
  const { log } = dependencies;
  const onRetry = log && logRetries(log);
  return createExecution(createSend(dependencies), { ...dependencies, onRetry });
}

/** Logs every attempt of a call that is retried (T24). */
export function logRetries(log: Logger["log"]): NonNullable<RetryOptions["onRetry"]> {
  return (call, { attempt, fault, waitMs }) => {
    log("call.retried", {
      ...followedBy(idsOf(call)),
      stage: "run",
      status: "repeated",
      server: call.registered.contract.server,
      attempt,
      fault: nameOf(fault),
      waitMs,
    });
  };
}

/** Returns kinds and numbers only: no upstream text. */
function nameOf(fault: UpstreamFault): string {
  if (fault.kind === "rpc") return `error ${fault.code}`;
  return fault.kind === "http" ? `http ${fault.status}` : fault.kind;
}
