import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { becauseOf, repairFor } from "../../catalog/unreachable.ts";
import { followedBy } from "../../telemetry/event-fields.ts";
import type { Logger } from "../../telemetry/events.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { type Asking, UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import type { CallLogDeps } from "../call-log.ts";
import { withBreaker } from "../execution/breaker.ts";
import { withConcurrency } from "../execution/concurrency.ts";
import { changesThings, type Execute, timeoutMsOf } from "../execution/execute.ts";
import { refusalFor } from "../execution/faults.ts";
import { type Repeated, withRetry } from "../execution/retry.ts";
import { createSend, type SendDeps, type UpstreamOf } from "../execution/send.ts";
import type { ForeignText, Words } from "../foreign-text.ts";
import { idsOf } from "../ids-of.ts";
import type { InnerCallsOf } from "../inner-calls.ts";
import type { SharedSlots } from "../limits/shared-slots.ts";
import type { Stages } from "../pipeline.ts";
import type { Traces } from "../trace-calls.ts";

export interface RunDeps extends Pick<Runtime, "clock"> {
  readonly deadlines: Deadlines;
  readonly upstreamOf: UpstreamOf;
  readonly allowedRequestsOf: (tool: RegisteredTool) => readonly Asking[];
  readonly hideSecrets: (text: string) => string;
  readonly maxConcurrent: number;
  readonly sharedSlots?: SharedSlots | undefined;
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
  readonly metrics?: Pick<Metrics, "circuitTurned"> | undefined;
  readonly traces?: Traces | undefined;
  readonly innerCallsOf?: InnerCallsOf;
  /** Keeps the stack of an error that a local tool withholds from callers. Default: dropped. */
  readonly keepStack?: CallLogDeps["keepStack"];
  readonly onAsked?: SendDeps["onAsked"];
  readonly passContext?: SendDeps["passContext"];
  /** Receives every attempt that is retried. Default: not logged. */
  readonly log?: Logger["log"];
}

export interface FailingDeps extends Partial<Pick<ForeignText, "wordsIn">> {
  /** Receives every fault of a server. Default: not logged. */
  readonly log?: Logger["log"] | undefined;
}

/** Runs a call, and turns a server's fault into a refusal. */
export function createRun(execution: Stages["run"], failing: FailingDeps = {}): Stages["run"] {
  return async (call, signal) => {
    try {
      return await execution(call, signal);
    } catch (error) {
      throw error instanceof UpstreamError ? failed(error, call, failing) : error;
    }
  };
}

/** Logs the fault with the server's words, and returns the refusal. */
function failed(error: UpstreamError, call: ApprovedCall, { wordsIn, log }: FailingDeps): unknown {
  const { registered } = call;
  const { server } = registered.contract;
  const { forLog: wrote, forCaller }: Words = wordsIn?.(error, registered) ?? {};
  const refusal = refusalFor(error, call, forCaller);
  log?.("server.failed", {
    ...followedBy(idsOf(call, registered)),
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

/**
 * Executes a call: concurrency( breaker( retry( deadline( send )))). The deadline starts when it
 * has a slot. Requests about resources and prompts share these slots and circuits.
 */
export function createExecution(dependencies: RunDeps): Stages["run"] {
  const { clock, deadlines, metrics, log } = dependencies;
  const attempt = withDeadline(createSend(dependencies), deadlines);
  const execute = withBreaker(withRetry(attempt, clock, log && logRepeated(log)), {
    clock,
    metrics,
  });

  return withConcurrency((call, signal) => {
    const ownEnd = clock.monotonic() + timeoutMsOf(call);
    const endsAt = call.within === undefined ? ownEnd : Math.min(ownEnd, call.within.endsAt);
    return execute(call, { signal, endsAt });
  }, dependencies);
}

/**
 * Limits an attempt to its time, then aborts and refuses at once. Does not wait for the tool: an
 * untrusted one may ignore its signal forever. The same applies when the caller cancels.
 */
export function withDeadline(execute: Execute, deadlines: Deadlines): Execute {
  return async (call, { signal, endsAt }) => {
    const tool = call.registered.publicName;
    if (signal.aborted) throw new Refusal("cancelled", { tool, mayHaveActed: false });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const attempt = new AbortController();
    const mayHaveActed = changesThings(call);

    const end = (refusal: Refusal): void => {
      reject(refusal);
      attempt.abort(refusal);
    };
    const leave = (): void => {
      end(new Refusal("cancelled", { tool, mayHaveActed }));
    };
    signal.addEventListener("abort", leave, { once: true });
    const callOff = deadlines.at(endsAt, () => {
      const afterMs = timeoutMsOf(call);
      end(new Refusal("deadline-passed", { tool, afterMs, mayHaveActed }));
    });

    execute(call, { signal: attempt.signal, endsAt }).then(resolve, reject);
    try {
      return await promise;
    } finally {
      callOff();
      signal.removeEventListener("abort", leave);
    }
  };
}

/** Logs every attempt of a call that is retried (T24). */
export function logRepeated(log: Logger["log"]): Repeated {
  return (call, { attempt, fault, waitMs }) => {
    log("call.retried", {
      ...followedBy(idsOf(call, call.registered)),
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
