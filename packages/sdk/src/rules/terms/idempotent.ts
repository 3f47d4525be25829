import { defineRule } from "../rule.ts";

export const termsIdempotent = defineRule({
  id: "terms/idempotent",
  severity: { "agent-hints": "error" },
  requirements: ["S3-28", "S3-125"],
  summary: "Require a statement on repeated calls",
  why: `When an answer is lost, the caller must decide whether to ask again. Without the author's word a retry may
pay, send or create twice.`,
  good: [{ terms: { idempotent: true } }, { terms: { idempotent: false } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.idempotent === undefined) {
      yield {
        pointer: "/terms/idempotent",
        message:
          "State whether the tool is `idempotent`: true when the same call may be made twice.",
      };
    }
  },

  // A query must be idempotent, so the safe answer would be wrong for it.
  repair: ({ terms }) =>
    terms.idempotent === undefined && terms.category !== "query"
      ? { terms: { idempotent: false } }
      : undefined,
});
