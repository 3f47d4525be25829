import { wordSet } from "../../contract/word-parts.ts";
import { defineRule, type Remark } from "../rule.ts";

export const metaDescriptionPlain = defineRule({
  id: "meta/description-plain",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-10", "S3-118"],
  summary: "Require plain English in the description",
  why: `A description is read by models, by reviewers and by people who were asked for consent. Markup,
abbreviations and names from the code tell the last two nothing. This rule checks only what can be
counted; a reader has to judge whether a sentence is clear.`,
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

const markup = /```|^#{1,6}[ \t]|^[ \t]*\|.+\||<\/?[a-z][a-z0-9-]*>/im;

/** Abbreviations in everyday use, and words capitalized for emphasis. */
const familiar =
  wordSet(`AI ALL ALWAYS AND ANY API ASC BTC CSV DELETE DESC EUR FALSE FAQ FOR GET GMT GPS GPU CPU HTML HTTP HTTPS ID
  IMAGE ISO JPEG JPG JSON KEY LIST MCP MUST NEVER NEWS NONE NOT NOTE NULL ONE ONLY OR PDF PNG POST PUT RAM READ
  SMS SQL TEXT THE THIS TRUE UI URI URL USB USD USE UTC UUID WITH XML YAML YES YOU ZIP`);

/** Returns whether a text contains code fences, headings, tables or tags. */
export function hasMarkup(text: string): boolean {
  return markup.test(text.slice(0, maxLength));
}

/** Counts the distinct abbreviations that are neither familiar nor explained in parentheses. */
export function unexplainedAcronyms(text: string): number {
  const used = text.slice(0, maxLength).match(/\(?\b[A-Z]{3,6}\b( \()?/g) ?? [];
  const explained = used.filter((found) => found.includes("(")).map(letters);
  const known = new Set([...familiar, ...explained]);
  return new Set(used.map(letters).filter((acronym) => !known.has(acronym))).size;
}

/** Counts the distinct code-style names in a text, such as `fetch_card` or `mergeDeck`. */
export function codeWords(text: string): number {
  const found = text.slice(0, maxLength).match(/\b([a-z0-9]+_[a-z0-9_]+|[a-z]+[A-Z][A-Za-z]+)\b/g);
  return new Set(found).size;
}

/** Returns the share of letters outside the Latin script. */
export function otherScriptShare(text: string): number {
  const all = text.slice(0, maxLength).match(/\p{L}/gu) ?? [];
  const others = all.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  return all.length === 0 ? 0 : others.length / all.length;
}

/** Characters scanned. Readers give up before this point, so scanning further only costs time. */
const maxLength = 4_096;

function letters(found: string): string {
  return found.replace(/[^A-Z]/g, "");
}
