import type { ToolContract } from "../contract/contract.ts";
import type { Reach } from "../contract/flow.ts";
import { isJsonObject, own } from "../contract/json.ts";
import type { ArgumentAt, ArgumentFlow } from "./argument-at.ts";
import { placesIn } from "./flow-places.ts";
import { leadsOut } from "./leads-out.ts";
import type { Field } from "./schema-fields.ts";

export interface ReachFlow {
  readonly reach: Reach;
  readonly isReachGuessed: boolean;
}

/** Returns whether data can leave by a tool: what it states, or the stricter of that and a guess. */
export function reachOf(contract: ToolContract, input: Field, argumentAt: ArgumentAt): ReachFlow {
  const declared = contract.terms.reach ?? (staysInside(contract) ? "internal" : undefined);
  if (declared === undefined) return { reach: "outside", isReachGuessed: true };
  const chosen = declared === "internal" ? chosenAddress(contract, input, argumentAt) : undefined;
  if (chosen === undefined) return { reach: declared, isReachGuessed: false };
  return { reach: "outside", isReachGuessed: chosen.isGuessed };
}

// The annotations of a server come from it, and may only add caution.
function staysInside({ server, asReceived }: ToolContract): boolean {
  const annotations = own(asReceived, "annotations");
  if (server !== "local" || !isJsonObject(annotations)) return false;
  return own(annotations, "openWorldHint") === false;
}

/** Returns the argument by which a caller of a read chooses where it leads, if there is one. */
function chosenAddress(
  { effect, terms }: ToolContract,
  input: Field,
  argumentAt: ArgumentAt,
): ArgumentFlow | undefined {
  if (effect !== "read") return undefined;
  return placesIn(input, terms.input)
    .map(argumentAt)
    .find((flow) => flow !== undefined && leadsOut(flow));
}
