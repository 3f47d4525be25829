import type { JsonObject } from "@toolcourt/sdk";

/** An audit note about drafts: names, digests and counts, never untrusted text. */
export type DraftNote = {
  readonly at: number;
  /** Audit subject of the actor. */
  readonly by: string;
  readonly about: JsonObject;
} & (
  | { readonly kind: "draft.imported" }
  | { readonly kind: "draft.written" }
  | { readonly kind: "draft.decided" }
);

/** Origin of a draft's current definition. */
export type Way = "imported" | "added" | "edited";
