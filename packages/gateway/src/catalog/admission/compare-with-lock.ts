import { classifyDrift, type Difference } from "@toolcourt/contracts/internal/drift/classify";
import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import { receivedDigest } from "@toolcourt/contracts/internal/judge/received-digest";
import type { LockedServer, LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import type { ToolContract } from "@toolcourt/sdk";
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
}

export type IsApproved = (
  contract: Pick<ToolContract, "server" | "name" | "asReceived">,
) => boolean;

export type Comparison =
  | { readonly kind: "new" | "same" }
  /** Not in the lock, but approved elsewhere. */
  | { readonly kind: "approved" }
  /** Differs in an acceptable way. */
  | { readonly kind: "updated"; readonly difference: Difference }
  /** Differs and needs a review. */
  | { readonly kind: "drifted"; readonly difference: Difference };

/** Compares a contract with its lock entry and classifies the difference. */
export function compareWithLock(contract: ToolContract, comparing: Comparing): Comparison {
  const { locked, quarantined } = comparing;
  if (isApprovedNow(contract, comparing)) {
    return { kind: isLocked(contract, locked) ? "same" : "approved" };
  }
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
