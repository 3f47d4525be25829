import type { Family, Labels, Sample, Spread } from "./metrics.ts";
import { boundaries, callStatuses, type ToolTally } from "./tool-tally.ts";

type Tallies = readonly ToolTally[];

/** Converts the tallies into metric families with their public names. */
export function familiesOf(tallies: Tallies): readonly Family[] {
  return [
    {
      kind: "summary",
      name: "tool_usage",
      help: "Calls by tool and the seconds they took",
      boundaries: [],
      spreads: tallies.map((tally) => spreadOf(tally, { tool: tally.tool }, [])),
    },
    counter(
      "toolcourt_calls_total",
      "Calls by tool and how they ended",
      tallies.flatMap((tally) =>
        callStatuses
          .filter((status) => tally.statuses[status] > 0)
          .map((status) => ({
            labels: { ...labelsOf(tally), status },
            value: tally.statuses[status],
          })),
      ),
    ),
    {
      kind: "histogram",
      name: "toolcourt_call_duration_seconds",
      help: "How long calls took, from when they came in until their answer could leave",
      boundaries,
      spreads: tallies.map((tally) => spreadOf(tally, labelsOf(tally), tally.durations.buckets)),
    },
    counter(
      "toolcourt_call_errors_total",
      "Calls that were refused or failed, by whose matter it is and by code",
      tallies.flatMap((tally) =>
        [...tally.errors.values()].map(({ class: kind, code, times }) => ({
          labels: { ...labelsOf(tally), class: kind, code },
          value: times,
        })),
      ),
    ),
    counter(
      "toolcourt_cache_hits_total",
      "Calls that were answered from the cache",
      cached(tallies, "hit"),
    ),
    counter(
      "toolcourt_cache_misses_total",
      "Calls whose answer could have been in the cache and was not",
      cached(tallies, "miss"),
    ),
  ];
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  return { kind: "counter", name, help, samples };
}

/** Counts only cacheable tools: for the others there are no misses. */
function cached(tallies: Tallies, which: "hit" | "miss"): readonly Sample[] {
  return tallies
    .filter(({ cache }) => cache.hit + cache.miss > 0)
    .map((tally) => ({ labels: labelsOf(tally), value: tally.cache[which] }));
}

function labelsOf({ tool, server }: ToolTally): Labels {
  return { tool, server };
}

function spreadOf({ durations }: ToolTally, labels: Labels, buckets: readonly number[]): Spread {
  const { count, sumMs } = durations;
  // A copy, because calls go on while the page is rendered.
  return { labels, count, sum: sumMs / 1_000, buckets: [...buckets] };
}
