import { maxTools, others, plainName } from "./call-metrics.ts";
import { samplesOf, valueOf } from "./declared.ts";
import type { Family } from "./metrics.ts";

/** What runs and waits in this process. The counts exist anyway; only a scrape reads them. */
export interface Load {
  readonly tools: readonly ToolLoad[];
  readonly slotsUsed: number;
  readonly slotsMax: number;
  /** The number of tools that are paused for one caller, by server. */
  readonly paused: ReadonlyMap<string, number>;
}

export interface ToolLoad {
  readonly tool: string;
  readonly running: number;
  readonly waiting: number;
}

/** Converts the load into metric families. Without a load they have no samples. */
export function loadFamilies(load: Load | undefined): readonly Family[] {
  const tools = [...byLabel(load?.tools ?? []).entries()];
  return [
    samplesOf(
      "toolcourt_calls_running",
      tools.map(([tool, { running }]) => ({ labels: { tool }, value: running })),
    ),
    samplesOf(
      "toolcourt_calls_waiting",
      tools.map(([tool, { waiting }]) => ({ labels: { tool }, value: waiting })),
    ),
    valueOf("toolcourt_slots_used", load?.slotsUsed),
    valueOf("toolcourt_slots_max", load?.slotsMax),
    samplesOf(
      "toolcourt_circuits_paused",
      [...(load?.paused ?? [])].map(([server, value]) => ({ labels: { server }, value })),
    ),
  ];
}

/** Adds up tools that share a label. The rule for labels is that of the counters. */
function byLabel(tools: readonly ToolLoad[]): ReadonlyMap<string, Omit<ToolLoad, "tool">> {
  const found = new Map<string, Omit<ToolLoad, "tool">>();
  for (const { tool, running, waiting } of tools) {
    const label = plainName.test(tool) && found.size < maxTools ? tool : others;
    const before = found.get(label) ?? { running: 0, waiting: 0 };
    found.set(label, { running: before.running + running, waiting: before.waiting + waiting });
  }
  return found;
}
