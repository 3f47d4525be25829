import type { ToolContract } from "@toolcourt/sdk";
import { classifyDrift, type Difference } from "../../contracts/drift/classify.ts";
import type { DriftedTools } from "../../contracts/drift/drifted.ts";
import { receivedDigest } from "../../contracts/judge/received-digest.ts";
import type { LockedServer, LockedTool } from "../../contracts/lock/lock.ts";
import type { Mode } from "../settings.ts";

export interface Comparing {
  /** What the lock has of the server; nothing where the server is new to it. */
  readonly locked: LockedServer | undefined;
  readonly mode: Mode;
  readonly frozen: boolean;
  /** Tools of the server that drifted since the start, however they look now. */
  readonly quarantined: DriftedTools;
  readonly isConformant: boolean;
  /** Whether it is refused for its size, so that nobody looks for what is different in it. */
  readonly isTooLarge: boolean;
  /** Whether somebody has approved exactly this contract elsewhere. */
  readonly isApproved?: IsApproved;
}

export type IsApproved = (
  contract: Pick<ToolContract, "server" | "name" | "asReceived">,
) => boolean;

export type Comparison =
  | { readonly kind: "new" | "same" }
  /** The lock does not have it, but somebody has approved it. */
  | { readonly kind: "approved" }
  /** It differs, and that is fine. */
  | { readonly kind: "updated"; readonly difference: Difference }
  /** It differs, and somebody has to look at it. */
  | { readonly kind: "drifted"; readonly difference: Difference };

/** Compares a contract with its lock and decides what becomes of a difference. */
export function compareWithLock(contract: ToolContract, comparing: Comparing): Comparison {
  const { locked, quarantined } = comparing;
  if (isApprovedNow(contract, comparing)) {
    return { kind: isLocked(contract, locked) ? "same" : "approved" };
  }
  const before = quarantined.get(contract.name);
  // A server that shows the good contract again has not explained the bad one.
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
  // Equal texts have equal digests, so this is a lock whose digest does not belong to its contract.
  return drift === "none" ? "breaking" : drift;
}

/** While the lock is frozen nothing counts but what it has. */
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
