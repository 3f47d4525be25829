import { own } from "@toolcourt/sdk";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { contentText, type Definition, type DraftContent } from "./content.ts";
import { decisionOn } from "./decision.ts";
import { draftDigest } from "./draft.ts";
import type { DraftSummary } from "./drafts.ts";

export interface Written {
  readonly set: string;
  readonly content: DraftContent;
  readonly at: number;
  /** What it takes the place of. */
  readonly known?: DraftSummary;
}

/** A draft as it goes into the store: pending, and with the approval that it lost, if it had one. */
export function writtenDraft({ set, content, at, known }: Written): StoredDraft {
  const name = own(content.tool, "name");
  if (typeof name !== "string") throw new TypeError("A draft has a name.");
  const lost = known && decisionOn(known)?.kind === "approved" ? known.decision : undefined;
  return {
    set,
    name,
    version: (known?.version ?? 0) + 1,
    digest: draftDigest(content),
    state: "pending",
    ...(lost === undefined ? {} : { decision: lost }),
    content: contentText(content),
    changedAt: at,
  };
}

/** What was approved last, if that is not what a draft is about to say. */
export function earlierOf(stored: StoredDraft, content: DraftContent): Definition | undefined {
  if (stored.state !== "approved") return content.before;
  const { tool, operation } = content;
  return { tool, operation };
}
