import { requiredProblems } from "../required-names.ts";
import { defineRule, everywhere } from "../rule.ts";

export const outputRequiredListed = defineRule({
  id: "output/required-listed",
  severity: { ...everywhere("error"), registry: "warning" },
  requirements: ["S0-13"],
  summary: "Require `required` to be a list of declared fields",
  why: `A required field that no property describes makes the answer impossible to give, or impossible to check.`,
  good: [{ output: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } }],
  bad: [
    { output: { type: "object", properties: { a: { type: "string" } }, required: ["b"] } },
    { output: { type: "object", properties: { a: { type: "string", required: true } } } },
  ],

  *check({ output }) {
    for (const { pointer, message } of requiredProblems(output ?? {})) {
      yield { pointer: `/output${pointer}`, message };
    }
  },
});
