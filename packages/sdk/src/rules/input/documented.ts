import { isJsonObject, type JsonSchema, type JsonValue, own } from "../../contract/json.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { dereferenced, propertiesOf } from "../schema-shape.ts";

export const inputDocumented = defineRule({
  id: "input/documented",
  severity: { ...everywhere("warning"), "cloud-discovery": "error", "agent-hints": "error" },
  requirements: ["S0-9", "S0-49", "S3-18"],
  summary: "Require a description of every parameter",
  why: `A caller has only the name and the description of a parameter to go by. A model that must guess what a
parameter means guesses differently every time.`,
  good: [withParameters({ city: { type: "string", description: "A city" } })],
  bad: [
    withParameters({ city: { type: "string" } }),
    withParameters({ city: { type: "string", description: "  " } }),
  ],

  *check({ input }) {
    for (const { value, pointer } of propertiesOf(input)) {
      if (value !== false && !isDescribed(value, input)) {
        yield { pointer: `/input${pointer}`, message: "Describe this parameter in a sentence." };
      }
    }
  },
});

function isDescribed(value: JsonValue, root: JsonSchema): boolean {
  if (!isJsonObject(value)) return false;
  return [value, dereferenced(value, root)].some((schema) => {
    const description = own(schema, "description");
    return typeof description === "string" && description.trim() !== "";
  });
}
