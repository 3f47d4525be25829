import { pointerToken, pointerTokens } from "@toolcourt/sdk";
import { everywhere, type Finding, type Rule } from "@toolcourt/sdk/rules";
import type { Draft } from "./draft.ts";
import { freeQueries } from "./free-queries.ts";
import { asksForWords } from "./query-languages.ts";

/** The only rule about a draft's request. The id is public: never renamed, never reused. */
export const freeQueryRule = {
  id: "draft/free-query",
  severity: everywhere("error"),
  requirements: ["S0-51"],
  summary: "Leave no query to the caller",
  why: `What a target reads as a language, such as a filter, decides what is read and sometimes what is
changed. A parameter under such a name that takes any text hands that to every caller. Give it an enum or a
plain pattern, or write the query into the draft as a text with typed holes. Under the names q, query and
search most targets look for words: there it is a warning, and the reviewer's to decide.`,
} as const satisfies Omit<Rule, "check" | "good" | "bad">;

/** Reports where a draft lets callers write a query. */
export function findFreeQueries(draft: Draft): readonly Finding[] {
  const { id: rule, requirements } = freeQueryRule;
  return freeQueries(draft).map(({ argument, under }) => {
    const pointer = `/input${pointerTokens(argument)
      .map((name) => `/properties${pointerToken(name)}`)
      .join("")}`;
    return asksForWords(under)
      ? { rule, severity: "warning", pointer, message: words, requirements }
      : { rule, severity: "error", pointer, message: language, requirements };
  });
}

const words = "This is a free text that the target may read as a query; give it a plain pattern.";
const language =
  "This is a free text that the target reads as a query; make it an enum, give it a plain pattern, or write the query as a text with holes.";
