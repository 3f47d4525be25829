import { type Finding, isCallable } from "@toolcourt/sdk/rules";

interface Decided {
  /** What was decided about: a decision is never about anything else. */
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
  /** The digest is that of what the reviewer saw, with the findings on it. */
  | ({ readonly kind: "approve"; readonly findings: readonly Finding[] } & Decided)
  | ({ readonly kind: "reject" } & Decided)
  /** Also what an import is that says something else. */
  | { readonly kind: "edit"; readonly digest: string };

export type Stepped =
  | { readonly kind: "moved"; readonly state: DraftState }
  | { readonly kind: "refused"; readonly why: "already-decided" | "changed" | "has-errors" };

/** A draft starts here, however it was written. */
export function pendingDraft(digest: string): DraftState {
  return { kind: "pending", digest };
}

/**
 * The life of a draft: somebody decides about what it says, and any change asks again. An approval can be
 * taken back. What was rejected is asked about again once somebody edits it, also where that changes nothing.
 */
export function stepDraft(state: DraftState, step: DraftStep): Stepped {
  if (step.kind === "edit") return { kind: "moved", state: edited(state, step.digest) };
  const isOpen = state.kind === "pending" || (state.kind === "approved" && step.kind === "reject");
  if (!isOpen) return { kind: "refused", why: "already-decided" };
  // Between looking and deciding the draft may have become another.
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

/** Whether a draft that now has this digest may be called. Whatever is stored, only the digest counts. */
export function callabilityOf(state: DraftState, digest: string): Callability {
  if (state.kind !== "approved") return state.kind;
  return state.digest === digest ? "callable" : "changed";
}
