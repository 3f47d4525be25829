import { defineRule, type Remark } from "../rule.ts";
import { codeWords, hasMarkup, otherScriptShare, unexplainedAcronyms } from "./plainness.ts";

export const metaDescriptionPlain = defineRule({
  id: "meta/description-plain",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-10", "S3-118"],
  summary: "Require plain English in the description",
  why: `A description is read by models, by reviewers and by people who were asked for consent. Markup,
abbreviations and names from the code tell the last two nothing. Only what can be counted is checked
here; whether a sentence is clear is for its reader to say.`,
  good: [{ description: "Returns one card as JSON. The id is the one that search-cards gives." }],
  bad: [
    { description: "# Card\n\n```json\n{}\n```" },
    { description: "Runs AFTS over the CMIS repository with an ACL check of the ECM." },
    { description: "Calls fetch_card_v1, then mergeDeckState and emit_card_event." },
  ],

  *check({ description }): Generator<Remark> {
    if (hasMarkup(description)) yield remark("Write sentences instead of markup.");
    if (unexplainedAcronyms(description) >= 3) {
      yield remark("Write out the abbreviations, or explain each once in parentheses.");
    }
    if (codeWords(description) >= 3) {
      yield remark("Say it in words instead of names from the code.");
    }
    if (otherScriptShare(description) > 0.3) yield remark("Write the description in English.");
  },
});

function remark(message: string): Remark {
  return { pointer: "/description", message };
}
