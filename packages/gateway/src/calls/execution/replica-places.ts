import type { Place, Want } from "../../limits/place.ts";
import type { SharedPlaces } from "../../limits/shared-places.ts";
import type { RegisteredTool } from "../../registry/snapshot.ts";
import type { Places } from "./places.ts";

/** The places of all processes that share a store. */
export function createReplicaPlaces(
  shared: SharedPlaces,
  maxConcurrent: number,
): Places<readonly Place[]> {
  const toolbox: Want = { key: "toolbox", most: maxConcurrent };
  const known = new WeakMap<RegisteredTool, readonly Want[]>();

  const wantsOf = (tool: RegisteredTool): readonly Want[] => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    // The tool comes first: whoever has to wait for it keeps no place of the toolbox from the others.
    const wants = [{ key: keyOf(tool), most: tool.settings.maxInstances }, toolbox];
    known.set(tool, wants);
    return wants;
  };

  return {
    take: (tool) => shared.take(wantsOf(tool)),
    ask: (tool) => shared.ask(wantsOf(tool)),
    leave: shared.leave,
  };
}

// The server's name for the tool, since a public name can be given to another tool at another process.
function keyOf({ contract, home }: RegisteredTool): string {
  return JSON.stringify(["tool", home.kind, contract.server, contract.name]);
}
