import { type JsonSchema, own } from "../../contract/json.ts";
import { subschemas } from "../../contract/walk.ts";
import { closedWhereSafe } from "../closing.ts";
import { defineRule, everywhere } from "../rule.ts";
import { describesObject } from "../schema-shape.ts";

export const outputClosed = defineRule({
  id: "output/closed",
  severity: everywhere("warning"),
  requirements: ["S0-15"],
  summary: "Require output objects to name every field they return",
  why: `A field that the schema does not name is neither promised nor checked, yet a model would read it. A map
that is open on purpose says so by a schema for its values.`,
  good: [
    { output: { type: "object", properties: {}, additionalProperties: false } },
    { output: { type: "object", additionalProperties: { type: "number" } } },
  ],
  bad: [
    { output: { type: "object", properties: { ok: { type: "boolean" } } } },
    { output: { type: "object", properties: {}, additionalProperties: true } },
  ],

  *check({ output }) {
    if (output === undefined) return;
    for (const { schema, pointer } of subschemas(output)) {
      if (describesObject(schema) && isOpen(schema)) {
        yield {
          pointer: `/output${pointer}`,
          message:
            "Set `additionalProperties` to false, or to a schema for the values of this map.",
        };
      }
    }
  },
  repair({ output }) {
    const closed = output === undefined ? undefined : closedWhereSafe(output);
    return closed === undefined ? undefined : { output: closed };
  },
});

function isOpen(schema: JsonSchema): boolean {
  const more = own(schema, "additionalProperties");
  return (more === undefined || more === true) && own(schema, "unevaluatedProperties") !== false;
}
