import { isJsonObject, type JsonSchema, own } from "../../contract/json.ts";
import { hostFilled } from "../host-filled-names.ts";
import { defineRule, withParameters } from "../rule.ts";
import { dereferenced, propertiesOf, typesOf } from "../schema-shape.ts";

export const inputBrandedIds = defineRule({
  id: "input/branded-ids",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-15"],
  summary: "Require ids that say what they are ids of",
  why: `An id that is any text takes the id of something else, and the mistake shows only where it is used. A
pattern such as \`^card_\` refuses it at the door. A brand is part of the author's types; of it, a schema shows
the pattern.`,
  good: [
    withParameters({ cardId: { type: "string", pattern: "^card_[A-Za-z0-9]+$" } }),
    withParameters({ order_id: { type: "string", format: "uuid" } }),
    withParameters({ deckIds: { type: "array", items: { type: "string", pattern: "^deck_" } } }),
    withParameters({ id: { type: "integer", minimum: 1 } }),
    withParameters({ grid: { type: "string" }, idea: { type: "string" } }),
    withParameters({ session_id: { type: "string", "x-host-injected": true } }),
  ],
  bad: [
    withParameters({ id: { type: "string" } }),
    withParameters({ cardId: { type: "string", minLength: 1, maxLength: 64 } }),
    withParameters({ "user-id": { type: "string" } }),
    withParameters({ order_ids: { type: "array", items: { type: "string" } } }),
  ],

  *check({ input }) {
    for (const { name, value, pointer } of propertiesOf(input)) {
      if (!idName.test(name) || !isJsonObject(value) || isHosts(name, value)) continue;
      if (isAnyText(value, input)) {
        yield {
          pointer: `/input${pointer}`,
          message: "Give this id a `pattern` that ids of other things do not fit.",
        };
      }
    }
  },
});

const idName = /^ids?$|[a-z0-9]Ids?$|[_-]ids?$/;

// The host gives these, and another rule asks for their mark.
function isHosts(name: string, schema: JsonSchema): boolean {
  return own(schema, "x-host-injected") === true || hostFilled(name, schema) !== undefined;
}

const narrowing = ["pattern", "format", "enum", "const"];

function isAnyText(given: JsonSchema, root: JsonSchema): boolean {
  const schemas = [given, dereferenced(given, root)];
  if (schemas.some((schema) => narrowing.some((keyword) => Object.hasOwn(schema, keyword)))) {
    return false;
  }
  return schemas.some((schema) => {
    const items = own(schema, "items");
    if (typesOf(schema).includes("array") && isJsonObject(items)) return isAnyText(items, root);
    return typesOf(schema).includes("string");
  });
}
