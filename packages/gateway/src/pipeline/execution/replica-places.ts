import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Place, Want } from "../limits/place.ts";
import type { SharedPlaces } from "../limits/shared-places.ts";
import type { Places, Wanted } from "./places.ts";

interface Wants {
  readonly outside: readonly Want[];
  readonly inside: readonly Want[];
}

/** The places of all processes that share a store. */
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
    // The tool comes first: whoever has to wait for it keeps no place of the toolbox from the others.
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

// The server's name for the tool, since a public name can be given to another tool at another process.
function keyOf({ contract, home }: RegisteredTool): string {
  return JSON.stringify(["tool", home.kind, contract.server, contract.name]);
}
