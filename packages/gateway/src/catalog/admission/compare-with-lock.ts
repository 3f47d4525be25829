import { classifyDrift, type Difference } from "@toolcourt/contracts/internal/drift/classify";
import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import { receivedDigest } from "@toolcourt/contracts/internal/judge/received-digest";
import type { LockedServer, LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import type { ToolContract } from "@toolcourt/sdk";
import type { AdmissionState, StoredAdmission } from "../../stores/admission-store.ts";
import type { Mode } from "../tool-config.ts";

export interface Comparing {
  /** The lock entry of the server. Undefined for a new server. */
  readonly locked: LockedServer | undefined;
  readonly mode: Mode;
  readonly frozen: boolean;
  /** Tools of the server that drifted since the start, regardless of their current contract. */
  readonly quarantined: DriftedTools;
  readonly isConformant: boolean;
  /** Whether the tool is refused for its size, so it is not diffed. */
  readonly isTooLarge: boolean;
  /** Tells whether exactly this contract was approved elsewhere. Default: none is. */
  readonly isApproved?: IsApproved;
  /** Returns the newest decision about a tool in the store. Default: there is none. */
  readonly decisionOf?: DecisionOf | undefined;
}

export type DecisionOf = (server: string, tool: string) => StoredAdmission | undefined;

export type IsApproved = (
  contract: Pick<ToolContract, "server" | "name" | "asReceived">,
) => boolean;

export type Comparison =
  | { readonly kind: "new" | "same" }
  /** Not in the lock, but approved elsewhere. */
  | { readonly kind: "approved" }
  /** Admitted in the store over its lock entry. */
  | { readonly kind: "admitted" }
  /** Withdrawn in the store since its lock entry was written. */
  | { readonly kind: "withdrawn" }
  /** Differs in an acceptable way. */
  | { readonly kind: "updated"; readonly difference: Difference }
  /** Differs and needs a review. */
  | { readonly kind: "drifted"; readonly difference: Difference };

/** Compares a contract with its lock entry and classifies the difference. */
export function compareWithLock(contract: ToolContract, comparing: Comparing): Comparison {
  const { locked, quarantined } = comparing;
  const decided = decidedElsewhere(contract, comparing);
  if (decided !== undefined) return { kind: decided };
  const before = quarantined.get(contract.name);
  // A server that restores the good contract has not explained the bad one.
  if (before !== undefined) return { kind: "drifted", difference: before.difference };

  const known = locked?.get(contract.name);
  if (known === undefined) return { kind: "new" };
  if (isLocked(contract, locked)) return { kind: "same" };
  const difference = differenceOf(known, contract, comparing);
  return { kind: isHarmless(difference, comparing) ? "updated" : "drifted", difference };
}

function differenceOf(
  { contract: known }: LockedTool,
  { asReceived }: ToolContract,
  { isTooLarge }: Comparing,
): Difference {
  if (isTooLarge) return "breaking";
  const drift = classifyDrift(known, asReceived);
  // Equal texts have equal digests, so the digest in the lock does not belong to its contract.
  return drift === "none" ? "breaking" : drift;
}

/** Returns what people decided about exactly this contract in another place than the lock. */
function decidedElsewhere(
  contract: ToolContract,
  comparing: Comparing,
): "same" | "approved" | AdmissionState | undefined {
  const { locked, frozen } = comparing;
  if (isApprovedNow(contract, comparing)) return isLocked(contract, locked) ? "same" : "approved";
  const decision = decisionOn(contract, comparing);
  if (decision?.state !== "admitted") return decision?.state;
  return !frozen && isAfterHold(decision, comparing) ? "admitted" : undefined;
}

/**
 * Returns the decision of the store about exactly this contract. It stands over an older lock
 * entry: without one the tool is new, and under a newer one the decision is out of date.
 */
function decisionOn(
  contract: ToolContract,
  { locked, decisionOf }: Comparing,
): StoredAdmission | undefined {
  const { server, name } = contract;
  const decision = decisionOf?.(server, name);
  if (decision?.digest !== receivedDigest(contract)) return undefined;
  return isOver(decision, locked?.get(name)) ? decision : undefined;
}

/** A server that showed another contract since then has not explained that one. */
function isAfterHold({ number, tool }: StoredAdmission, { quarantined }: Comparing): boolean {
  return number > (quarantined.get(tool)?.after ?? 0);
}

/** Tells whether a decision is newer than the lock entry of its tool. */
export function isOver({ at }: StoredAdmission, locked: LockedTool | undefined): boolean {
  return locked !== undefined && at > timeOf(locked);
}

/** Returns when a lock entry was approved. A time that cannot be read counts as the oldest. */
export function timeOf({ approvedAt }: Pick<LockedTool, "approvedAt">): number {
  const time = Date.parse(approvedAt);
  return Number.isNaN(time) ? 0 : time;
}

/** A frozen lock overrides approvals. */
function isApprovedNow(contract: ToolContract, { isApproved, frozen }: Comparing): boolean {
  return !frozen && isApproved?.(contract) === true;
}

function isLocked(contract: ToolContract, locked: LockedServer | undefined): boolean {
  return locked?.get(contract.name)?.digest === receivedDigest(contract);
}

function isHarmless(difference: Difference, { mode, frozen, isConformant }: Comparing): boolean {
  if (mode === "strict" || frozen || !isConformant) return false;
  return difference === "cosmetic" || difference === "compatible";
}
