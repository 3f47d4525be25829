import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { type Callability, callabilityOf, type DraftState } from "./state.ts";

const decided = z.strictObject({
  kind: z.enum(["approved", "rejected"]),
  digest: z.string(),
  by: z.string(),
  at: z.number(),
});

export type Decided = z.infer<typeof decided>;

/** An audit note about drafts: names, digests and counts, never untrusted text. */
export type DraftNote = {
  readonly at: number;
  /** Audit subject of the actor. */
  readonly by: string;
  readonly about: JsonObject;
} & (
  | { readonly kind: "draft.searched" }
  | { readonly kind: "draft.scanned" }
  | { readonly kind: "draft.imported" }
  | { readonly kind: "draft.written" }
  | { readonly kind: "draft.decided" }
);

/** Origin of a draft's current definition. */
export type Way = "imported" | "added" | "edited";

export function decisionText(decision: Decided): string {
  return JSON.stringify(decision);
}

/** Returns the last decision on a draft, even if the draft has changed since. */
export function decisionOn({ decision }: Pick<StoredDraft, "decision">): Decided | undefined {
  if (decision === undefined) return undefined;
  try {
    return decided.safeParse(JSON.parse(decision)).data;
  } catch {
    return undefined;
  }
}

type Summary = Omit<StoredDraft, "content">;

/**
 * Returns the state of a draft. An unreadable decision, or one on another version, does not count.
 */
export function stateOf(stored: Summary): DraftState {
  const decision = decisionOn(stored);
  const { state, digest } = stored;
  if (decision === undefined || decision.kind !== state) return { kind: "pending", digest };
  return decision;
}

/** Reports whether a draft is callable. Distinguishes drafts that changed after their approval. */
export function standingOf(stored: Summary): Callability {
  const callability = callabilityOf(stateOf(stored), stored.digest);
  if (callability !== "pending") return callability;
  return decisionOn(stored)?.kind === "approved" ? "changed" : "pending";
}
