import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";

const plainTypes: readonly JsonValue[] = ["boolean", "integer", "number", "null"];

/**
 * Tells whether a schema accepts only numbers, booleans or listed values, so no text can be
 * smuggled out.
 */
export function carriesNoText(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema === false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const")) return true;
  const type = own(schema, "type");
  if (type === undefined) return false;
  return (isJsonArray(type) ? type : [type]).every((each) => plainTypes.includes(each));
}
