import { isJsonObject, type JsonSchema, own } from "../contract/json.ts";
import { directSubschemas, type SchemaPlace, subschemas } from "../contract/walk.ts";
import { editedSchema } from "./edit-schema.ts";
import { wordSet } from "./word-parts.ts";

/**
 * Returns the schema with its plain objects closed. Undefined if there is none to close.
 *
 * An object stays open if closing it could change the author's intent. That is the case with an
 * explicit `true`, with another schema on the same value, or without listed properties.
 */
export function closedWhereSafe(root: JsonSchema): JsonSchema | undefined {
  const safe = new Set(judgedAlone(root).map(({ pointer }) => pointer));
  return editedSchema(root, ({ schema, pointer }) =>
    safe.has(pointer) && isOpen(schema) ? { ...schema, additionalProperties: false } : undefined,
  );
}

function isOpen(schema: JsonSchema): boolean {
  return (
    isJsonObject(own(schema, "properties")) && own(schema, "additionalProperties") === undefined
  );
}

/** Returns the subschemas whose values no other schema judges. */
function judgedAlone(root: JsonSchema): readonly SchemaPlace[] {
  const found: SchemaPlace[] = [{ schema: root, pointer: "" }];
  const alone: SchemaPlace[] = [];
  const shared: string[] = [];
  // The list grows during iteration; `for … of` sees the additions.
  for (const place of found) {
    if (!isComposed(place.schema)) {
      alone.push(place);
      found.push(...directSubschemas(place));
    } else if (!isPlainReference(place.schema)) shared.push(...referencesIn(place.schema));
  }
  if (shared.length === 0) return alone;
  // A definition used in a composition must stay open, even for references that use it alone.
  return shared.every((reference) => /^#\/(?:\$defs|definitions)\//.test(reference))
    ? alone.filter(({ pointer }) => !/\/(?:\$defs|definitions)\//.test(pointer))
    : [];
}

const composing =
  "$dynamicRef $recursiveRef $ref allOf anyOf contains dependencies dependentSchemas if not oneOf patternProperties unevaluatedProperties".split(
    " ",
  );

function isComposed(schema: JsonSchema): boolean {
  return composing.some((keyword) => own(schema, keyword) !== undefined);
}

const beside = wordSet("$ref $comment default deprecated description examples title");

function isPlainReference(schema: JsonSchema): boolean {
  return own(schema, "$ref") !== undefined && Object.keys(schema).every((key) => beside.has(key));
}

function referencesIn(schema: JsonSchema): readonly string[] {
  return [...subschemas(schema)].flatMap((place) =>
    ["$ref", "$dynamicRef", "$recursiveRef"].flatMap((keyword) => {
      const reference = own(place.schema, keyword);
      return typeof reference === "string" ? [reference] : [];
    }),
  );
}
