import type { Family } from "./metrics.ts";
import { familiesOf } from "./tool-families.ts";
import { type CountedCall, ToolTally } from "./tool-tally.ts";

/** Label of calls to an unknown tool. */
const noTool = "(unknown)";
/** Shared label of tools beyond the limit or with unusual names. */
export const others = "(other)";

/** A server may give its tools any name, including our own labels or very long text. */
export const plainName = /^[\w./-]{1,200}$/;

/** A server may have other tools every day, and a scrape must stay bounded. */
export const maxTools = 2_000;

/** Counts calls, with a few numbers per tool. */
export class CallMetrics {
  readonly #tools = new Map<string, ToolTally>();
  readonly #standIns = new Map<string, ToolTally>();

  /** Must be called once per ended call, for any outcome. */
  count(call: CountedCall): void {
    this.#tallyOf(call.tool).add(call);
  }

  families(): readonly Family[] {
    return familiesOf([...this.#tools.values(), ...this.#standIns.values()]);
  }

  #tallyOf(tool: CountedCall["tool"]): ToolTally {
    if (tool === undefined) return this.#standIn(noTool);
    const { name, server } = tool;
    const known = this.#tools.get(name);
    if (known !== undefined) return known;
    if (this.#tools.size >= maxTools || !plainName.test(name)) return this.#standIn(others);
    const tally = new ToolTally(name, server);
    this.#tools.set(name, tally);
    return tally;
  }

  #standIn(name: string): ToolTally {
    const tally = this.#standIns.get(name) ?? new ToolTally(name, "");
    this.#standIns.set(name, tally);
    return tally;
  }
}
