import { samplesOf, spreadsOf } from "./declared.ts";
import type { Family } from "./metrics.ts";
import { boundaries, callStatuses, type ToolTally } from "./tool-tally.ts";

type Tallies = readonly ToolTally[];

/** Converts the tallies into metric families with their public names. */
export function familiesOf(tallies: Tallies): readonly Family[] {
  return [
    spreadsOf(
      "tool_usage",
      tallies.map((tally) => ({ labels: { tool: tally.tool }, ...totalOf(tally) })),
    ),
    samplesOf(
      "toolcourt_calls_total",
      tallies.flatMap((tally) =>
        callStatuses
          .filter((status) => tally.statuses[status] > 0)
          .map((status) => ({
            labels: { ...labelsOf(tally), status },
            value: tally.statuses[status],
          })),
      ),
    ),
    spreadsOf(
      "toolcourt_call_duration_seconds",
      // Copies, because calls go on while the page is rendered.
      tallies.map((tally) => ({
        labels: labelsOf(tally),
        ...totalOf(tally),
        buckets: [...tally.durations.buckets],
        exemplars: tally.exemplars && [...tally.exemplars],
      })),
      boundaries,
    ),
    samplesOf(
      "toolcourt_call_errors_total",
      tallies.flatMap((tally) =>
        [...tally.errors.values()].map(({ class: kind, code, times }) => ({
          labels: { ...labelsOf(tally), class: kind, code },
          value: times,
        })),
      ),
    ),
    samplesOf("toolcourt_cache_hits_total", cached(tallies, "hit")),
    samplesOf("toolcourt_cache_misses_total", cached(tallies, "miss")),
  ];
}

interface ToolLabels {
  readonly [label: string]: string;
  readonly tool: string;
  readonly server: string;
}

/** Counts only cacheable tools: for the others there are no misses. */
function cached(
  tallies: Tallies,
  which: "hit" | "miss",
): readonly { readonly labels: ToolLabels; readonly value: number }[] {
  return tallies
    .filter(({ cache }) => cache.hit + cache.miss > 0)
    .map((tally) => ({ labels: labelsOf(tally), value: tally.cache[which] }));
}

function labelsOf({ tool, server }: ToolTally): ToolLabels {
  return { tool, server };
}

function totalOf({ durations }: ToolTally): { readonly count: number; readonly sum: number } {
  return { count: durations.count, sum: durations.sumMs / 1_000 };
}
