import { defineRule, everywhere } from "../rule.ts";
import { typesOf } from "../schema-shape.ts";

export const outputObjectRoot = defineRule({
  id: "output/object-root",
  severity: everywhere("warning"),
  requirements: ["S0-13", "S0-18"],
  summary: "Require an output schema that clients of every protocol era can carry",
  why: `Up to protocol version 2025-11-25 \`structuredContent\` is an object, and so is its schema at the
root. Later versions carry any value, but a client of the earlier ones refuses the tool.`,
  good: [{ output: { type: "object", properties: { rows: { type: "array" } } } }],
  bad: [{ output: { type: "array", items: { type: "string" } } }, { output: { oneOf: [] } }],

  *check({ output }) {
    if (output === undefined) return;
    const types = typesOf(output);
    if (types.length === 1 && types[0] === "object") return;
    yield {
      pointer: "/output",
      message: 'Set `type` to "object" at the root, with the value in a field.',
    };
  },
});
