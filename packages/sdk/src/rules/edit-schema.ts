import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue } from "../contract/json.ts";
import { pointerToken } from "../contract/pointer.ts";
import { type SchemaPlace, subschemas } from "../contract/walk.ts";

/** Returns the replacement of a subschema, or undefined to keep it. */
export type Edit = (place: SchemaPlace) => JsonSchema | undefined;

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
