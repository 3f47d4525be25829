import { cleanMembers } from "@toolcourt/gateway/internal/boundary/cleaning/clean-value";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import { withoutHosts } from "@toolcourt/gateway/internal/pipeline/envelope/without-hosts";
import { isJsonObject, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { plannableOf } from "../planner/prepared-tool.ts";
import type { PlannedTool } from "../ports.ts";

/** The tools a planner may choose from, and the tools behind them. */
export interface Offer {
  readonly planned: readonly PlannedTool[];
  readonly byName: ReadonlyMap<string, RegisteredTool>;
}

/** Creates the function that offers tools to planners. The same tools give the identical offer. */
export function createOffer(
  mayCall: (tool: RegisteredTool) => boolean,
): (tools: readonly RegisteredTool[]) => Offer {
  const known = new WeakMap<readonly RegisteredTool[], Offer>();
  return (tools) => {
    const offer = known.get(tools) ?? offerOf(tools.filter((tool) => isUsable(tool, mayCall)));
    known.set(tools, offer);
    return offer;
  };
}

// A tool whose arguments cannot be validated is not offered.
function isUsable(tool: RegisteredTool, mayCall: (tool: RegisteredTool) => boolean): boolean {
  return tool.hold === undefined && tool.validateInput !== undefined && mayCall(tool);
}

function offerOf(tools: readonly RegisteredTool[]): Offer {
  return {
    planned: tools.map(plannedOf),
    byName: new Map(tools.map((tool) => [tool.publicName, tool])),
  };
}

function plannedOf({ publicName, contract }: RegisteredTool): PlannedTool {
  const shown = own(withoutHosts({ inputSchema: contract.input }), "inputSchema");
  return {
    ...plannableOf(contract),
    name: publicName,
    description: clean(contract.description),
    input: cleanMembers(isJsonObject(shown) ? shown : {}, clean),
    // Planners do not need the raw upstream contract.
    asReceived: {},
  };
}

function clean(text: string): string {
  return withoutHiddenCharacters(text).text;
}
