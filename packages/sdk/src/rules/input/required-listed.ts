import { requiredProblems } from "../required-names.ts";
import { defineRule, everywhere } from "../rule.ts";

export const inputRequiredListed = defineRule({
  id: "input/required-listed",
  severity: everywhere("error"),
  requirements: ["S0-8", "S3-16"],
  summary: "Require `required` to be a list of declared names",
  why: `A required argument that no property describes cannot be filled by anybody who reads the
schema: once unknown keys are refused, no call can succeed.`,
  good: [
    { input: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
    { input: { type: "object", properties: {}, required: [] } },
  ],
  bad: [
    { input: { type: "object", properties: { a: { type: "string" } }, required: ["b"] } },
    { input: { type: "object", properties: { a: { type: "string" } }, required: ["a", "a"] } },
    { input: { type: "object", properties: { a: { type: "string", required: true } } } },
  ],

  *check({ input }) {
    for (const { pointer, message } of requiredProblems(input)) {
      yield { pointer: `/input${pointer}`, message };
    }
  },
});
