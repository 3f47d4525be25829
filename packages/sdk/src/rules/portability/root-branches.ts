import { own } from "../../contract/json.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";

export const portabilityRootBranches = defineRule({
  id: "portability/root-branches",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Forbid branches at the root of an input schema",
  why: `Two of the large model providers refuse a request when the input schema of any tool in it has
\`anyOf\`, \`oneOf\` or \`allOf\` at its root. Inside a property they are fine.`,
  good: [withParameters({ id: { anyOf: [{ type: "string" }, { type: "integer" }] } })],
  bad: [
    { input: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
    { input: { type: "object", not: { required: ["a"] } } },
  ],

  *check({ input }) {
    const found = branching.find((keyword) => own(input, keyword) !== undefined);
    if (found !== undefined) {
      yield {
        pointer: `/input/${found}`,
        message: "Move this below a property, or let the tool check it.",
      };
    }
  },
});

const branching = ["anyOf", "oneOf", "allOf", "not", "enum"];
