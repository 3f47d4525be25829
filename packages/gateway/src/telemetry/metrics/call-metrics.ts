import type { Family } from "./family.ts";
import { familiesOf } from "./tool-families.ts";
import { type CountedCall, createToolTally, type ToolTally } from "./tool-tally.ts";

/** Counts calls, in a few numbers a tool. */
export interface CallMetrics {
  /** Once for every call that ended, whichever way. */
  readonly count: (call: CountedCall) => void;
  readonly families: () => readonly Family[];
}

/** Stands where a call named no tool that there is. No tool can have such a name. */
const noTool = "(unknown)";
/** Stands for all tools together that came when there were too many already. */
const others = "(other)";

/** Servers may have other tools every day. A scrape must not grow for ever all the same. */
const mostTools = 2_000;

export function createCallMetrics(): CallMetrics {
  const tallies = new Map<string, ToolTally>();

  const newTally = (name: string, server: string): ToolTally => {
    if (tallies.size >= mostTools) return tallies.get(others) ?? added(others, "");
    return added(name, server);
  };
  const added = (tool: string, server: string): ToolTally => {
    const tally = createToolTally({ tool, server });
    tallies.set(tool, tally);
    return tally;
  };

  return {
    count: (call) => {
      const { name = noTool, server = "" } = call.tool ?? {};
      (tallies.get(name) ?? newTally(name, server)).add(call);
    },
    families: () => familiesOf([...tallies.values()]),
  };
}
