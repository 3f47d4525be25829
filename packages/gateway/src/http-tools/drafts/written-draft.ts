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
  /** The draft it replaces. Default: none. */
  readonly known?: DraftSummary;
}

/** Builds a draft for the store: pending, with the approval it lost, if any. */
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

/** Returns the last approved definition if the new content differs from it. */
export function earlierOf(stored: StoredDraft, content: DraftContent): Definition | undefined {
  if (stored.state !== "approved") return content.before;
  const { tool, operation } = content;
  return { tool, operation };
}
