import type { Family } from "./metrics.ts";
import { familiesOf } from "./tool-families.ts";
import { type CountedCall, createToolTally, type ToolTally } from "./tool-tally.ts";

/** Counts calls, with a few numbers per tool. */
export interface CallMetrics {
  /** Must be called once per ended call, for any outcome. */
  readonly count: (call: CountedCall) => void;
  readonly families: () => readonly Family[];
}

/** Label of calls to an unknown tool. */
const noTool = "(unknown)";
/** Shared label of tools beyond the limit or with unusual names. */
const others = "(other)";

/** A server may give its tools any name, including our own labels or very long text. */
const plainName = /^[\w./-]{1,200}$/;

/** A server may have other tools every day, and a scrape must stay bounded. */
const maxTools = 2_000;

export function createCallMetrics(): CallMetrics {
  const tools = new Map<string, ToolTally>();
  const standIns = new Map<string, ToolTally>();

  const tallyOf = (tool: CountedCall["tool"]): ToolTally => {
    if (tool === undefined) return standIn(noTool);
    const { name, server } = tool;
    const known = tools.get(name);
    if (known !== undefined) return known;
    if (tools.size >= maxTools || !plainName.test(name)) return standIn(others);
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
