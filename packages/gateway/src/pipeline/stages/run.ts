import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Logger } from "../../telemetry/events.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import type { Asking, Upstream } from "../../upstreams/upstream.ts";
import { withBreaker } from "../execution/breaker.ts";
import { withConcurrency } from "../execution/concurrency.ts";
import { withDeadline } from "../execution/deadline.ts";
import { refusalFor } from "../execution/faults.ts";
import { withRetry } from "../execution/retry.ts";
import { createSend } from "../execution/send.ts";
import type { InnerCallsOf } from "../inner-calls.ts";
import type { SharedPlaces } from "../limits/shared-places.ts";
import { logRepeated } from "../log-repeated.ts";
import type { Stages } from "../pipeline.ts";
import type { Traces } from "../trace-calls.ts";

export interface RunDependencies {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly upstreamOf: (server: string) => Upstream | undefined;
  readonly mayAskOf: (tool: RegisteredTool) => readonly Asking[];
  readonly hideSecrets: (text: string) => string;
  readonly maxConcurrent: number;
  readonly sharedPlaces?: SharedPlaces;
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
  readonly metrics?: Pick<Metrics, "circuitTurned">;
  readonly traces?: Traces;
  readonly innerCallsOf?: InnerCallsOf;
  /** Receives every attempt that is retried. Default: not logged. */
  readonly log?: Logger["log"];
}

/**
 * Runs a call: concurrency( breaker( retry( deadline( send )))). The deadline starts when it has a
 * slot.
 */
export function createRun(dependencies: RunDependencies): Stages["run"] {
  const { clock, deadlines, metrics, log } = dependencies;
  const attempt = withDeadline(createSend(dependencies), deadlines);
  const execute = withBreaker(withRetry(attempt, clock, log && logRepeated(log)), {
    clock,
    turned: metrics?.circuitTurned,
  });

  return withConcurrency(async (call, signal) => {
    const ownEnd = clock.monotonic() + call.registered.settings.timeoutMs;
    const endsAt = call.within === undefined ? ownEnd : Math.min(ownEnd, call.within.endsAt);
    try {
      return await execute(call, { signal, endsAt });
    } catch (error) {
      throw refusalFor(error, call);
    }
  }, dependencies);
}
