import { type Finding, isCallable } from "@toolcourt/sdk/rules";

interface Decided {
  /** The digest the decision covers. It covers no other content. */
  readonly digest: string;
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export type DraftState =
  | { readonly kind: "pending"; readonly digest: string }
  | ({ readonly kind: "approved" } & Decided)
  | ({ readonly kind: "rejected" } & Decided);

export type DraftStep =
  /** The digest is the one the reviewer saw, with its findings. */
  | ({ readonly kind: "approve"; readonly findings: readonly Finding[] } & Decided)
  | ({ readonly kind: "reject" } & Decided)
  /** Also an import with changed content. */
  | { readonly kind: "edit"; readonly digest: string };

export type Stepped =
  | { readonly kind: "moved"; readonly state: DraftState }
  | { readonly kind: "refused"; readonly why: "already-decided" | "changed" | "has-errors" };

/** Returns the initial state of every draft, from any source. */
export function pendingDraft(digest: string): DraftState {
  return { kind: "pending", digest };
}

/**
 * Advances the draft lifecycle. Each decision covers one digest, and any change requires a new one.
 * An approval can be revoked. Any edit of a rejected draft makes it pending again, even one that
 * changes nothing.
 */
export function stepDraft(state: DraftState, step: DraftStep): Stepped {
  if (step.kind === "edit") return { kind: "moved", state: edited(state, step.digest) };
  const isOpen = state.kind === "pending" || (state.kind === "approved" && step.kind === "reject");
  if (!isOpen) return { kind: "refused", why: "already-decided" };
  // The draft may have changed between review and decision.
  if (step.digest !== state.digest) return { kind: "refused", why: "changed" };
  const { digest, by, at } = step;
  if (step.kind === "reject") return { kind: "moved", state: { kind: "rejected", digest, by, at } };
  if (!isCallable(step.findings)) return { kind: "refused", why: "has-errors" };
  return { kind: "moved", state: { kind: "approved", digest, by, at } };
}

function edited(state: DraftState, digest: string): DraftState {
  const stays = state.kind === "approved" && state.digest === digest;
  return stays ? state : pendingDraft(digest);
}

export type Callability = "callable" | "pending" | "rejected" | "changed";

/**
 * Returns whether a draft with this digest may be called. Only the digest counts, not the stored
 * content.
 */
export function callabilityOf(state: DraftState, digest: string): Callability {
  if (state.kind !== "approved") return state.kind;
  return state.digest === digest ? "callable" : "changed";
}
