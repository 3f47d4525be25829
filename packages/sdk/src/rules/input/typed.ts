import { defineRule, everywhere, withParameters } from "../rule.ts";
import { propertiesOf, saysWhatItTakes } from "../schema-shape.ts";

export const inputTyped = defineRule({
  id: "input/typed",
  severity: { ...everywhere("error"), core: "warning", registry: "warning" },
  requirements: ["S0-9", "S0-49"],
  summary: "Require every parameter to say what values it takes",
  why: `A parameter without a type is a free-form parameter: a string, a list or a whole document
passes, and nothing can be checked before the tool runs.`,
  good: [
    withParameters({ a: { type: "string" }, b: { enum: [1, 2] } }),
    withParameters({ a: { anyOf: [{ type: "string" }] } }),
  ],
  bad: [withParameters({ a: { description: "Anything" } }), withParameters({ a: true })],

  *check({ input }) {
    for (const { value, pointer } of propertiesOf(input)) {
      if (!saysWhatItTakes(value)) {
        yield {
          pointer: `/input${pointer}`,
          message: "Give this parameter a `type` or an `enum`.",
        };
      }
    }
  },
});
