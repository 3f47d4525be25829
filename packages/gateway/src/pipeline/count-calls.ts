import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CallMetrics } from "../telemetry/metrics/call-metrics.ts";
import { type IncomingCall, isResolved } from "./call.ts";
import { keptForMs } from "./category-defaults.ts";
import type { Outcome } from "./outcome.ts";
import type { CallWatcher } from "./watch-calls.ts";

/** Finds a tool, held or not: early refusals are counted for it too. */
export type FindTool = (name: string) => RegisteredTool | undefined;

export function countCalls(metrics: CallMetrics, find: FindTool): CallWatcher {
  return {
    closed: ({ call, outcome, ending: { status, error }, ms }) => {
      const tool = isResolved(call) ? call.registered : find(call.tool);
      const cache = cacheOf(call, outcome);
      metrics.count({ tool: tool && named(tool), status, error, ms, cache });
    },
  };
}

function named({ publicName, contract }: RegisteredTool): { name: string; server: string } {
  return { name: publicName, server: contract.server };
}

/** Returns hit or miss, or undefined if the cache was not consulted. */
function cacheOf(call: IncomingCall, outcome: Outcome): "hit" | "miss" | undefined {
  if (outcome.kind !== "answered" || !isResolved(call)) return undefined;
  if (outcome.fromCache) return "hit";
  const { contract, settings } = call.registered;
  const isKept = settings.approval === "none" && keptForMs(contract) > 0;
  return isKept && call.resumption === undefined ? "miss" : undefined;
}
