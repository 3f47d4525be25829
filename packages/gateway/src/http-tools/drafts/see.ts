import { readContent } from "./content.ts";
import type { Drafts, DraftsDeps } from "./drafts.ts";

/** Returns a draft with its current findings. */
export function createSee({ store, judge }: DraftsDeps): Drafts["show"] {
  return async (set, name) => {
    const stored = await store.find(set, name);
    if (stored === undefined) return undefined;
    const content = readContent(stored);
    if (content === undefined) return "damaged";
    const [judged] = judge(set, [content]);
    if (judged === undefined) return "damaged";
    const { findings, approvable } = judged;
    return { stored, content, findings, approvable };
  };
}
