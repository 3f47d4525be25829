import { defineRule, everywhere } from "../rule.ts";
import { propertiesOf, saysWhatItTakes } from "../schema-shape.ts";

export const outputTyped = defineRule({
  id: "output/typed",
  severity: everywhere("warning"),
  requirements: ["S0-13", "S0-14"],
  summary: "Require every returned field to say what it holds",
  why: `A field without a type may hold a page of free text or a whole document, and no check can tell
whether the author meant that.`,
  good: [{ output: { type: "object", properties: { size: { type: "integer" } } } }],
  bad: [
    { output: { type: "object", properties: { size: { description: "Bytes" } } } },
    { output: { type: "object", properties: { size: true } } },
  ],

  *check({ output }) {
    for (const { value, pointer } of propertiesOf(output ?? {})) {
      if (!saysWhatItTakes(value)) {
        yield { pointer: `/output${pointer}`, message: "Give this field a `type` or an `enum`." };
      }
    }
  },
});
