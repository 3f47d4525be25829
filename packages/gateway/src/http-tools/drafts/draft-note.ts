import type { JsonObject } from "@toolcourt/sdk";

/** What is written down about drafts: names, digests, counts. Never a word of what a stranger wrote. */
export type DraftNote = {
  readonly at: number;
  /** Who did it, by the name that the log knows them by. */
  readonly by: string;
  readonly about: JsonObject;
} & (
  | { readonly kind: "draft.imported" }
  | { readonly kind: "draft.written" }
  | { readonly kind: "draft.decided" }
);

/** How a draft came to say what it says. */
export type Way = "imported" | "added" | "edited";
