import type { Family } from "./family.ts";
import { familiesOf } from "./tool-families.ts";
import { type CountedCall, createToolTally, type ToolTally } from "./tool-tally.ts";

/** Counts calls, in a few numbers a tool. */
export interface CallMetrics {
  /** Once for every call that ended, whichever way. */
  readonly count: (call: CountedCall) => void;
  readonly families: () => readonly Family[];
}

/** Stands where a call named no tool that there is. */
const noTool = "(unknown)";
/** Stands for all tools together that came when there were too many already, or whose names are no names. */
const others = "(other)";

/** A server may call its tools anything, our own words here and whole books among it. */
const plainName = /^[\w./-]{1,200}$/;

/** Servers may have other tools every day. A scrape must not grow for ever all the same. */
const mostTools = 2_000;

export function createCallMetrics(): CallMetrics {
  const tools = new Map<string, ToolTally>();
  const standIns = new Map<string, ToolTally>();

  const tallyOf = (tool: CountedCall["tool"]): ToolTally => {
    if (tool === undefined) return standIn(noTool);
    const { name, server } = tool;
    const known = tools.get(name);
    if (known !== undefined) return known;
    if (tools.size >= mostTools || !plainName.test(name)) return standIn(others);
    const tally = createToolTally({ tool: name, server });
    tools.set(name, tally);
    return tally;
  };
  const standIn = (name: string): ToolTally => {
    const tally = standIns.get(name) ?? createToolTally({ tool: name, server: "" });
    standIns.set(name, tally);
    return tally;
  };

  return {
    count: (call) => tallyOf(call.tool).add(call),
    families: () => familiesOf([...tools.values(), ...standIns.values()]),
  };
}
