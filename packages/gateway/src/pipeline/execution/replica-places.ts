import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Place, Want } from "../limits/place.ts";
import type { SharedPlaces } from "../limits/shared-places.ts";
import type { Places, Wanted } from "./places.ts";

interface Wants {
  readonly outside: readonly Want[];
  readonly inside: readonly Want[];
}

/** Creates slots over all processes that share a store. */
export function createReplicaPlaces(
  shared: SharedPlaces,
  maxConcurrent: number,
): Places<readonly Place[]> {
  const toolbox: Want = { key: "toolbox", most: maxConcurrent };
  const known = new WeakMap<RegisteredTool, Wants>();

  const wantsOf = ({ tool, isInside }: Wanted): readonly Want[] => {
    const wants = known.get(tool) ?? wantsFor(tool);
    return isInside ? wants.inside : wants.outside;
  };

  const wantsFor = (tool: RegisteredTool): Wants => {
    const own = { key: keyOf(tool), most: tool.settings.maxInstances };
    // The tool first: a call that waits for it must not hold a toolbox slot.
    const wants = { outside: [own, toolbox], inside: [own] };
    known.set(tool, wants);
    return wants;
  };

  return {
    take: (wanted) => shared.take(wantsOf(wanted)),
    ask: (wanted) => shared.ask(wantsOf(wanted)),
    leave: shared.leave,
  };
}

// Uses the server's name for the tool: another process may give its public name to another tool.
function keyOf({ contract, home }: RegisteredTool): string {
  return JSON.stringify(["tool", home.kind, contract.server, contract.name]);
}
