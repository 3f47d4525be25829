import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { placeIn } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CallMetrics } from "../telemetry/metrics/call-metrics.ts";
import type { IncomingCall } from "./call.ts";
import type { Outcome } from "./outcome.ts";
import type { CallWatcher } from "./watch-calls.ts";

export interface CountDeps {
  readonly clock: Pick<Clock, "now">;
  /** Whether this gateway records traces. */
  readonly isTraced: boolean;
}

/** Counts calls by their tool, held or not: early refusals count for it too. */
export function countCalls(metrics: CallMetrics, { clock, isTraced }: CountDeps): CallWatcher {
  return {
    closed: ({ call, outcome, ending: { status, error }, ms }) => {
      const tool = call.plan?.tool;
      const cache = cacheOf(call, outcome);
      const traceId = isTraced ? recordedTrace(call) : undefined;
      const recorded = traceId === undefined ? undefined : { traceId, at: clock.now() };
      metrics.count({ tool: tool && named(tool), status, error, ms, cache, recorded });
    },
  };
}

/** The trace of a call that is not recorded is passed on without the flag, or not at all. */
function recordedTrace({ trace }: IncomingCall): string | undefined {
  const place = trace && placeIn(trace.traceparent);
  return place?.isSampled === true ? place.traceId : undefined;
}

function named({ publicName, contract }: RegisteredTool): { name: string; server: string } {
  return { name: publicName, server: contract.server };
}

/** Returns hit or miss, or undefined if the cache was not consulted. */
function cacheOf(call: IncomingCall, outcome: Outcome): "hit" | "miss" | undefined {
  if (outcome.kind !== "answered" || call.plan === undefined) return undefined;
  if (outcome.fromCache) return "hit";
  return call.plan.keptForMs > 0 && call.resumption === undefined ? "miss" : undefined;
}
