import { requiredProblems } from "../required-names.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";

export const inputRequiredListed = defineRule({
  id: "input/required-listed",
  severity: everywhere("error"),
  requirements: ["S0-8", "S3-16"],
  summary: "Require `required` to be a list of declared names",
  why: `A reader of the schema cannot fill a required argument that no property describes. Once unknown keys are
refused, no call can succeed.`,
  good: [
    withParameters({ a: { type: "string" } }, ["a"]),
    { input: { type: "object", properties: {}, required: [] } },
  ],
  bad: [
    withParameters({ a: { type: "string" } }, ["b"]),
    withParameters({ a: { type: "string" } }, ["a", "a"]),
    withParameters({ a: { type: "string", required: true } }),
  ],

  *check({ input }) {
    for (const { pointer, message } of requiredProblems(input)) {
      yield { pointer: `/input${pointer}`, message };
    }
  },
});
