import { isJsonObject, type JsonSchema, own } from "../../contract/json.ts";
import { defineRule, everywhere } from "../rule.ts";
import { typesOf } from "../schema-shape.ts";

export const outputDescribes = defineRule({
  id: "output/describes",
  severity: { ...everywhere("error"), registry: "warning" },
  requirements: ["S0-13", "S0-14", "S0-50"],
  summary: "Require an output schema that says what comes back",
  why: `\`{}\` and a bare \`{ "type": "object" }\` accept every answer, which is free-form output with a
schema for show. Put free text into a declared field, and give an open map a schema for its
values.`,
  good: [
    { output: { type: "object", properties: { content: { type: "string" } } } },
    { output: { type: "object", additionalProperties: { type: "number" } } },
    { output: { type: "object", properties: {}, additionalProperties: false } },
  ],
  bad: [
    { output: {} },
    { output: { type: "object" } },
    { output: { type: "object", additionalProperties: true } },
    { output: { type: "string" } },
  ],

  *check({ output }) {
    if (output !== undefined && !saysSomething(output)) {
      yield {
        pointer: "/output",
        message: "List the fields that the tool returns under `properties`.",
      };
    }
  },
});

const describing =
  "properties patternProperties items prefixItems enum const $ref $dynamicRef allOf anyOf oneOf format".split(
    " ",
  );
const plain = new Set(["number", "integer", "boolean", "null"]);

function saysSomething(schema: JsonSchema): boolean {
  if (describing.some((keyword) => isDescribing(schema, keyword))) return true;
  const more = own(schema, "additionalProperties");
  if (more === false || (isJsonObject(more) && Object.keys(more).length > 0)) return true;
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => plain.has(type));
}

// An empty map, or a list of anything, describes as little as none at all.
function isDescribing(schema: JsonSchema, keyword: string): boolean {
  const value = own(schema, keyword);
  if (value === undefined || value === true) return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
