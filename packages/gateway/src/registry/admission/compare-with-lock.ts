import { contractDigest, type ToolContract } from "@toolcourt/sdk";
import { classifyDrift, type Difference } from "../drift/classify.ts";
import type { DriftedTools } from "../drift/drifted.ts";
import type { LockedServer } from "../lock/lock.ts";
import type { Mode } from "../settings.ts";

export interface Comparing {
  /** What the lock has of the server; nothing where the server is new to it. */
  readonly locked: LockedServer | undefined;
  readonly mode: Mode;
  readonly frozen: boolean;
  /** Tools of the server that drifted since the start, however they look now. */
  readonly quarantined: DriftedTools;
  readonly isConformant: boolean;
}

export type Comparison =
  | { readonly kind: "new" | "same" }
  /** It differs, and that is fine. */
  | { readonly kind: "updated"; readonly difference: Difference }
  /** It differs, and somebody has to look at it. */
  | { readonly kind: "drifted"; readonly difference: Difference };

/** Compares a contract with its lock and decides what becomes of a difference. */
export function compareWithLock(contract: ToolContract, comparing: Comparing): Comparison {
  const { locked, quarantined } = comparing;
  const before = quarantined.get(contract.name);
  // A server that shows the good contract again has not explained the bad one.
  if (before !== undefined) return { kind: "drifted", difference: before.difference };

  const known = locked?.get(contract.name);
  if (known === undefined) return { kind: "new" };
  const { server, asReceived } = contract;
  if (known.digest === contractDigest({ server, asReceived })) return { kind: "same" };
  const drift = classifyDrift(known.contract, asReceived);
  // Equal texts have equal digests, so this is a lock whose digest does not belong to its contract.
  const difference = drift === "none" ? "breaking" : drift;
  return { kind: isHarmless(difference, comparing) ? "updated" : "drifted", difference };
}

function isHarmless(difference: Difference, { mode, frozen, isConformant }: Comparing): boolean {
  if (mode === "strict" || frozen || !isConformant) return false;
  return difference === "cosmetic" || difference === "compatible";
}
