import { defineRule } from "../rule.ts";

export const termsRateLimit = defineRule({
  id: "terms/rate-limit",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-31"],
  summary: "Require a rate limit",
  why: `An agent in a loop calls as fast as it gets answers. A limit stops it before the service behind
the tool does, or before the bill does.`,
  good: [{ terms: { rateLimit: { maxCalls: 60, windowMs: 60_000 } } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.rateLimit === undefined) {
      yield {
        pointer: "/terms/rateLimit",
        message: "Consider a `rateLimit` with `maxCalls` and `windowMs`.",
      };
    }
  },
});
