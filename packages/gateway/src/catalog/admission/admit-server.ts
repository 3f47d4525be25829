import type { Drifted } from "@toolcourt/contracts/internal/drift/drifted";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import { type JsonValue, readContract, type ToolContract, toMcpTool } from "@toolcourt/sdk";
import { oneLine } from "../../telemetry/writers.ts";
import type { ServerPolicy } from "../tool-config.ts";
import { admitServerTool } from "./admit-server-tool.ts";
import type { Candidate } from "./candidate.ts";
import { isRefusedForSize } from "./conformance.ts";
import { configuredNames, settingsOfServerTool } from "./find-settings.ts";
import type { AdmittedServer, ServerAdmission, ServerListing } from "./server-admission.ts";

type Offer =
  | { readonly kind: "contract"; readonly contract: ToolContract }
  | { readonly kind: "excluded" }
  /** Without a name or a contract there is nothing to hold. */
  | { readonly kind: "unusable"; readonly rule: string };

/**
 * Admits the tools of a server, each on its own. Only an unconfigured tool of a strict server stops
 * the start, or leaves out a server that joins late.
 */
export async function admitServer(
  { policy, tools }: ServerListing,
  admission: ServerAdmission,
): Promise<AdmittedServer> {
  const { log, judge, occasion } = admission;
  if (tools.length === 0 && occasion !== "again") {
    log("server.empty", { server: policy.name, url: policy.address });
  }
  const counts = new Map<string, number>();
  for (const name of tools.map(toolName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const offered = readOffered({ policy, tools }, admission);
  if (policy.mode === "strict" && occasion !== "again") refuseUnconfigured(offered, admission);

  const { profiles } = policy;
  const beside = new Set(counts.keys());
  const judged = await inParts(offered, async (contract) => {
    const namesakes = counts.get(contract.name) ?? 1;
    return { contract, conformity: await judge({ contract, profiles, namesakes, beside }) };
  });

  // Large tools are slow to read and slow to compare with the lock. Yield to calls in between.
  if (judged.some(({ conformity }) => isRefusedForSize(conformity))) await yieldToLoop();
  const quarantined = new Map(admission.quarantined);
  const toLock = new Map<string, LockedTool>();
  const candidates = judged.map(({ contract, conformity }) => {
    const admitted = admitServerTool({ contract, conformity, policy }, admission);
    const { name } = contract;
    if (admitted.toLock !== undefined) toLock.set(name, admitted.toLock);
    const { drifted } = admitted;
    if (drifted !== undefined && isNews(drifted, name, admission)) quarantined.set(name, drifted);
    return candidateOf(admitted.candidate, admission);
  });
  return { candidates, toLock, quarantined, returned: new Set(counts.keys()) };
}

/** A held tool that shows its locked contract again stays held for the other one. */
function isNews(
  { digest }: Drifted,
  name: string,
  { quarantined, locked }: ServerAdmission,
): boolean {
  const before = quarantined.get(name);
  return before === undefined || ![before.digest, locked?.get(name)?.digest].includes(digest);
}

const maxAtOnce = 50;

/** Works in batches, so that calls can run while a server brings hundreds of tools. */
async function inParts<Given, Made>(
  all: readonly Given[],
  make: (given: Given) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < all.length; from += maxAtOnce) {
    if (from > 0) await yieldToLoop();
    made.push(...(await Promise.all(all.slice(from, from + maxAtOnce).map(make))));
  }
  return made;
}

function candidateOf(
  candidate: Omit<Candidate, "shown">,
  { overlayOf, present }: ServerAdmission,
): Candidate {
  const { contract, hold } = candidate;
  const { server, name } = contract;
  const shown = toMcpTool(contract, overlayOf(server, name));
  // A held tool is never shown, and may be too large to process.
  if (present === undefined || hold !== undefined) return { ...candidate, shown };
  return { ...candidate, shown: present(server, shown) };
}

function refuseUnconfigured(
  contracts: readonly ToolContract[],
  { tools, toolboxPath }: ServerAdmission,
): void {
  const [first, ...more] = contracts
    .filter(({ server, name }) => settingsOfServerTool(tools, server, name) === undefined)
    // The text has several lines, and a name must not add one.
    .map(({ server, name }) => ({ tool: oneLine(name), server }));
  if (first === undefined) return;
  const configured = configuredNames(tools);
  const others = more.length > 0 ? { more } : {};
  throw new Refusal("tool-unconfigured", { ...first, ...others, configured, toolboxPath });
}

/** Returns the contracts that the server offers and the operator wants, one per name. */
function readOffered(
  { policy, tools }: ServerListing,
  admission: ServerAdmission,
): readonly ToolContract[] {
  const contracts = new Map<string, ToolContract>();
  for (const tool of tools) {
    const name = toolName(tool);
    const offer = offerOf(tool, policy, admission);
    if (offer.kind !== "contract")
      logSkipped(offer, { tool: name, server: policy.name }, admission);
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

function logSkipped(
  offer: Exclude<Offer, { kind: "contract" }>,
  named: { readonly tool: string; readonly server: string },
  { log, occasion }: ServerAdmission,
): void {
  if (occasion === "again") return;
  if (offer.kind === "excluded") log("tool.excluded", named);
  else log("tool.nonconformant", { ...named, rules: [offer.rule] });
}
