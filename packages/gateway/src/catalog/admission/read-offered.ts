import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { type JsonValue, readContract, type ToolContract } from "@toolcourt/sdk";
import type { ServerPolicy } from "../settings.ts";
import type { ServerAdmission, ServerListing } from "./server-admission.ts";

type Offer =
  | { readonly kind: "contract"; readonly contract: ToolContract }
  | { readonly kind: "excluded" }
  /** Without a name or a contract there is nothing to hold. */
  | { readonly kind: "unusable"; readonly rule: string };

/** Returns the contracts that the server offers and the operator wants, one per name. */
export function readOffered(
  { policy, tools }: ServerListing,
  admission: ServerAdmission,
): readonly ToolContract[] {
  const contracts = new Map<string, ToolContract>();
  for (const tool of tools) {
    const name = toolName(tool);
    const offer = offerOf(tool, policy, admission);
    if (offer.kind !== "contract") tell(offer, { tool: name, server: policy.name }, admission);
    // Two tools with one name are both held, so either represents them.
    else if (!contracts.has(name)) contracts.set(name, offer.contract);
  }
  return [...contracts.values()];
}

function offerOf(tool: JsonValue, policy: ServerPolicy, { overlayOf }: ServerAdmission): Offer {
  const name = toolName(tool);
  if (!isWanted(policy, name)) return { kind: "excluded" };
  const overlay = overlayOf(policy.name, name);
  const reading = readContract({ server: policy.name, tool, ...(overlay && { overlay }) });
  if (reading.kind === "unreadable") return { kind: "unusable", rule: "contract/readable" };
  return name === "" ? { kind: "unusable", rule: "meta/named" } : reading;
}

function isWanted({ toolAllowlist, toolDenylist }: ServerPolicy, name: string): boolean {
  return (toolAllowlist?.includes(name) ?? true) && !(toolDenylist?.includes(name) ?? false);
}

function tell(
  offer: Exclude<Offer, { kind: "contract" }>,
  named: { readonly tool: string; readonly server: string },
  { log, occasion }: ServerAdmission,
): void {
  if (occasion === "again") return;
  if (offer.kind === "excluded") log("tool.excluded", named);
  else log("tool.nonconformant", { ...named, rules: [offer.rule] });
}
