import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { pointerToken } from "../contract/pointer.ts";
import { directSubschemas, type SchemaPlace, subschemas } from "../contract/walk.ts";
import { wordSet } from "../contract/word-parts.ts";

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

/** Returns the replacement of a subschema, or undefined to keep it. */
type Edit = (place: SchemaPlace) => JsonSchema | undefined;

/** Returns a copy of a schema with some subschemas replaced. Undefined if nothing changes. */
export function editedSchema(root: JsonSchema, edit: Edit): JsonSchema | undefined {
  const places = new Set([...subschemas(root)].map(({ pointer }) => pointer));
  const visit = (value: JsonValue, pointer: string): JsonValue => {
    // Children first, so that an edit sees their new form.
    const schema = withChildren(value, (child, key) => visit(child, pointer + pointerToken(key)));
    if (!isJsonObject(schema) || !places.has(pointer)) return schema;
    return edit({ schema, pointer }) ?? schema;
  };
  const result = visit(root, "");
  return result === root || !isJsonObject(result) ? undefined : result;
}

function withChildren(
  value: JsonValue,
  change: (child: JsonValue, key: string | number) => JsonValue,
): JsonValue {
  if (isJsonArray(value)) {
    const children = value.map(change);
    return children.every((child, index) => child === value[index]) ? value : children;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, change(child, key)] as const);
  return entries.every(([key, child]) => child === value[key])
    ? value
    : Object.fromEntries(entries);
}
