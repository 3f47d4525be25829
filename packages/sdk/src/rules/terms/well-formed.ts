import type { Terms } from "../../contract/contract.ts";
import { pointerTokens } from "../../contract/pointer.ts";
import { declaredTerms } from "../../contract/read-contract.ts";
import { readTerms, type TermsProblem } from "../../contract/read-terms.ts";
import { defineRule, everywhere } from "../rule.ts";

export const termsWellFormed = defineRule({
  id: "terms/well-formed",
  severity: everywhere("error"),
  requirements: ["S0-2", "S3-11", "S3-24", "S3-25", "S3-26", "S3-28", "S3-29", "S3-30", "S3-32"],
  summary: "Reject terms that cannot be read",
  why: `A term that cannot be read is left out, as if its author had not given it. A misspelled
\`approval\` would then let a call pass that its author wanted a person to see first.`,
  good: [
    { asReceived: { _meta: { "dev.toolcourt/contract": { category: "query" } } } },
    { terms: {}, asReceived: {} },
  ],
  bad: [
    { terms: {}, asReceived: { _meta: { "dev.toolcourt/contract": { approval: "boss" } } } },
    { asReceived: { _meta: { "dev.toolcourt/contract": { aproval: "caller" } } } },
    { terms: {}, asReceived: { _meta: { "dev.toolcourt/contract": "query" } } },
  ],

  *check({ asReceived, terms }) {
    for (const problem of readTerms(declaredTerms(asReceived)).problems) {
      if (isMended(problem, terms)) continue;
      yield { pointer: `/terms${problem.pointer}`, message: problem.message };
    }
  },
});

// A malformed term that is present was corrected by the operator's overlay.
function isMended({ pointer }: TermsProblem, terms: Terms): boolean {
  const [term = ""] = pointerTokens(pointer);
  return Object.hasOwn(terms, term);
}
