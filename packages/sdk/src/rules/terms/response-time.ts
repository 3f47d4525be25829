import { defineRule } from "../rule.ts";

export const termsResponseTime = defineRule({
  id: "terms/response-time",
  severity: { "agent-hints": "error" },
  requirements: ["S3-25", "S3-122"],
  summary: "Require a response time class",
  why: `The class sets how long a call may take before it is given up. Without it a tool that hangs is
waited for as long as one that is merely slow.`,
  good: [{ terms: { responseTime: "fast" } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.responseTime === undefined) {
      yield {
        pointer: "/terms/responseTime",
        message: "State the `responseTime`: fast, medium or slow.",
      };
    }
  },
});
