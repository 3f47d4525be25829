import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { SharedSlots } from "../limits/shared-slots.ts";
import type { Slot, Want } from "../limits/stock.ts";
import type { Slots, Wanted } from "./slots.ts";

interface Wants {
  readonly outside: readonly Want[];
  readonly inside: readonly Want[];
}

/** Creates slots over all processes that share a store. */
export function createReplicaSlots(
  shared: SharedSlots,
  maxConcurrent: number,
): Slots<readonly Slot[]> {
  const toolbox: Want = { key: "toolbox", max: maxConcurrent };
  const known = new WeakMap<RegisteredTool, Wants>();

  const wantsOf = ({ tool, isInside }: Wanted): readonly Want[] => {
    const wants = known.get(tool) ?? wantsFor(tool);
    return isInside ? wants.inside : wants.outside;
  };

  const wantsFor = (tool: RegisteredTool): Wants => {
    const own = { key: keyOf(tool), max: tool.settings.maxInstances };
    // The tool first: a call that waits for it must not hold a toolbox slot.
    const wants = { outside: [own, toolbox], inside: [own] };
    known.set(tool, wants);
    return wants;
  };

  return {
    take: (wanted) => shared.take(wantsOf(wanted)),
    ask: (wanted) => shared.ask(wantsOf(wanted)),
    leave: (slots) => shared.leave(slots),
  };
}

// Uses the server's name for the tool: another process may give its public name to another tool.
function keyOf({ contract, home }: RegisteredTool): string {
  return JSON.stringify(["tool", home.kind, contract.server, contract.name]);
}
