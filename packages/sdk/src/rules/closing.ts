import { isJsonObject, type JsonSchema, own } from "../contract/json.ts";
import { editedSchema } from "./edit-schema.ts";

/**
 * The schema with its plain objects closed; undefined when there is none to close. An object is left
 * alone where closing could refuse what its author meant to take: where `true` was written down, where
 * other schemas have a say, and where no property is listed.
 */
export function closedWhereSafe(root: JsonSchema): JsonSchema | undefined {
  return editedSchema(root, ({ schema, pointer }) =>
    isSafeToClose(schema) && !insideComposition.test(pointer)
      ? { ...schema, additionalProperties: false }
      : undefined,
  );
}

const deciding = [
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "$ref",
  "$dynamicRef",
  "dependentSchemas",
];
// A subschema of these judges a value that somebody else judges too.
const insideComposition = /\/(?:allOf|not|if|then|else|dependentSchemas|dependencies)(?:\/|$)/;

function isSafeToClose(schema: JsonSchema): boolean {
  const properties = own(schema, "properties");
  return (
    isJsonObject(properties) && deciding.every((keyword) => own(schema, keyword) === undefined)
  );
}
