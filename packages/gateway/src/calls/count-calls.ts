import type { Clock } from "../kernel/clock.ts";
import type { RegisteredTool } from "../registry/snapshot.ts";
import type { CallMetrics } from "../telemetry/metrics/call-metrics.ts";
import type { IncomingCall, ResolvedCall } from "./call.ts";
import { keptForMs } from "./category-defaults.ts";
import { endingOf } from "./ending.ts";
import type { Outcome, Stages } from "./pipeline.ts";

export interface CountDependencies {
  readonly clock: Clock;
  readonly metrics: CallMetrics;
  /** A tool that is there, held or not: a call that did not get so far is counted with it all the same. */
  readonly find: (name: string) => RegisteredTool | undefined;
}

/** Counts every call where its record is closed: nothing ends unrecorded, so nothing ends uncounted. */
export function countCalls(
  record: Stages["record"],
  { clock, metrics, find }: CountDependencies,
): Stages["record"] {
  return (call) => {
    const began = clock.monotonic();
    const { sealed, closed } = record(call);
    const count = (now: IncomingCall, outcome: Outcome): void => {
      const ms = clock.monotonic() - began;
      const tool = isResolved(now) ? now.registered : find(now.tool);
      const { status, error } = endingOf(outcome);
      metrics.count({ tool: tool && named(tool), status, error, ms, cache: cacheOf(now, outcome) });
      if (outcome.kind === "answered" && outcome.redacted !== undefined) {
        for (const [kind, times] of Object.entries<number>({ ...outcome.redacted })) {
          if (times > 0) metrics.countRedacted(kind, times);
        }
      }
    };
    return {
      sealed,
      closed: async (now, outcome) => {
        try {
          await closed(now, outcome);
        } catch (error) {
          count(now, { kind: "refused", error });
          throw error;
        }
        count(now, outcome);
      },
    };
  };
}

function isResolved(call: IncomingCall): call is ResolvedCall {
  return "registered" in call;
}

function named({ publicName, contract }: RegisteredTool): { name: string; server: string } {
  return { name: publicName, server: contract.server };
}

/** Whether the cache had the answer, where it is asked for one at all. */
function cacheOf(call: IncomingCall, outcome: Outcome): "hit" | "miss" | undefined {
  if (outcome.kind !== "answered" || !isResolved(call)) return undefined;
  if (outcome.fromCache) return "hit";
  const { contract, settings } = call.registered;
  const isKept = settings.approval === "none" && keptForMs(contract) > 0;
  return isKept && call.resumption === undefined ? "miss" : undefined;
}
