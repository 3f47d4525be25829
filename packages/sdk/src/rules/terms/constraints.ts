import { defineRule } from "../rule.ts";

export const termsConstraints = defineRule({
  id: "terms/constraints",
  severity: { workspace: "error" },
  requirements: ["S1-1"],
  summary: "Require the limits and safety rules in words",
  why: `Schemas say what a call looks like, not what the tool will never do. Reviewers approve the limits,
so the limits have to be written where they can be read.`,
  good: [{ terms: { constraints: ["Reads only below the root of the repository."] } }],
  bad: [{ terms: {} }, { terms: { constraints: [] } }, { terms: { constraints: ["  "] } }],

  *check({ terms }) {
    const { constraints = [] } = terms;
    if (!constraints.some((constraint) => constraint.trim() !== "")) {
      yield {
        pointer: "/terms/constraints",
        message: "State the limits and safety rules, one sentence each.",
      };
    }
  },
});
