import { isJsonArray, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";

/** The JSON Schema types in the order tried. */
export const jsonTypes = [
  "string",
  "integer",
  "number",
  "boolean",
  "object",
  "array",
  "null",
] as const;
export type JsonType = (typeof jsonTypes)[number];

export function isJsonType(name: unknown): name is JsonType {
  return jsonTypes.some((type) => type === name);
}

/** Returns the types a schema names, or all if it names none. */
export function typesNamed(schema: JsonSchema): readonly JsonType[] {
  const type = own(schema, "type");
  if (type === undefined) return jsonTypes;
  return (isJsonArray(type) ? type : [type]).filter(isJsonType);
}

/** Returns the types of a value: an integer has two. */
export function typesOf(value: JsonValue): readonly JsonType[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "number") {
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  }
  if (typeof value === "string") return ["string"];
  return typeof value === "boolean" ? ["boolean"] : ["object"];
}

/** Returns the types both lists allow. A number and an integer give the integer. */
export function commonTypes(
  first: readonly JsonType[],
  second: readonly JsonType[],
): readonly JsonType[] {
  const allows = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const common = jsonTypes.filter((type) => allows(first, type) && allows(second, type));
  return common.includes("number") ? common.filter((type) => type !== "integer") : common;
}

/** Returns the types outside a list, most easily confused first. */
export function typesBeside(names: readonly string[]): readonly JsonType[] {
  const nearest: readonly JsonType[] = names.includes("string")
    ? ["integer", "boolean", "object", "array", "null"]
    : ["string", "number", "null", "boolean", "array", "object"];
  return nearest.filter(
    (type) => !names.includes(type) && !(type === "integer" && names.includes("number")),
  );
}
