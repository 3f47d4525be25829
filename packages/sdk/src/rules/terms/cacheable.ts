import { defineRule } from "../rule.ts";

export const termsCacheable = defineRule({
  id: "terms/cacheable",
  severity: { "agent-hints": "error" },
  requirements: ["S3-26", "S3-123"],
  summary: "Require a statement on caching",
  why: `Only the author knows whether yesterday's answer still holds today. A guess either wastes calls or serves
stale answers as fresh ones.`,
  good: [{ terms: { cacheable: false } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.cacheable === undefined) {
      yield {
        pointer: "/terms/cacheable",
        message: "State whether results are `cacheable`; false is always safe.",
      };
    }
  },

  repair: ({ terms }) =>
    terms.cacheable === undefined ? { terms: { cacheable: false } } : undefined,
});
