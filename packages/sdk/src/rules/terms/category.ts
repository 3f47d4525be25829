import { defineRule } from "../rule.ts";

export const termsCategory = defineRule({
  id: "terms/category",
  severity: { "agent-hints": "error" },
  requirements: ["S3-24", "S3-121"],
  summary: "Require a category",
  why: `The category decides whether a call may be answered from the cache and whether it may be tried again. Without
one the gateway must take every call for a change. That costs speed, and people are asked for consent
without need.`,
  good: [{ terms: { category: "query" } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.category === undefined) {
      yield {
        pointer: "/terms/category",
        message: "State the `category`: query, mutation, analysis or generation.",
      };
    }
  },
});
