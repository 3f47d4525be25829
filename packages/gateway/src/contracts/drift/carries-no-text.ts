import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";

const plainTypes: readonly JsonValue[] = ["boolean", "integer", "number", "null"];

/** Whether a schema takes only numbers, booleans or values that it lists, so that nothing can be smuggled in one. */
export function carriesNoText(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema === false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const")) return true;
  const type = own(schema, "type");
  if (type === undefined) return false;
  return (isJsonArray(type) ? type : [type]).every((each) => plainTypes.includes(each));
}
