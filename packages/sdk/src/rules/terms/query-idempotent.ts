import { defineRule, everywhere } from "../rule.ts";

export const termsQueryIdempotent = defineRule({
  id: "terms/query-idempotent",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S3-20", "S3-125"],
  summary: "Require every query to be idempotent",
  why: `A query may be sent again when the connection breaks. One that leaves a trace each time is a
change under a harmless name. Results that merely vary, such as a time of day, do not count against
it: idempotent means that asking twice has no second effect.`,
  good: [
    { terms: { category: "query", idempotent: true } },
    { terms: { category: "mutation", idempotent: false } },
  ],
  bad: [{ terms: { category: "query", idempotent: false } }],

  *check({ terms }) {
    if (terms.category === "query" && terms.idempotent === false) {
      yield {
        pointer: "/terms/idempotent",
        message: "Make the query `idempotent`, or call it a mutation if asking twice does more.",
      };
    }
  },
});
