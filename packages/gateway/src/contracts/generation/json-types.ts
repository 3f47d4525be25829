import { isJsonArray, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";

/** The types of JSON Schema in the order in which they are tried. */
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

/** The types that a schema names; all of them when it names none. */
export function typesNamed(schema: JsonSchema): readonly JsonType[] {
  const type = own(schema, "type");
  if (type === undefined) return jsonTypes;
  return (isJsonArray(type) ? type : [type]).filter(isJsonType);
}

/** The types a value has: a whole number has two. */
export function typesOf(value: JsonValue): readonly JsonType[] {
  if (value === null) return ["null"];
  if (isJsonArray(value)) return ["array"];
  if (typeof value === "number") {
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  }
  if (typeof value === "string") return ["string"];
  return typeof value === "boolean" ? ["boolean"] : ["object"];
}

/** The types that both lists allow: of a number and an integer, the integer. */
export function commonTypes(
  first: readonly JsonType[],
  second: readonly JsonType[],
): readonly JsonType[] {
  const allows = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const common = jsonTypes.filter((type) => allows(first, type) && allows(second, type));
  return common.includes("number") ? common.filter((type) => type !== "integer") : common;
}

/** What a value of none of these types is; the type that is most easily mistaken first. */
export function typesBeside(names: readonly string[]): readonly JsonType[] {
  const nearest: readonly JsonType[] = names.includes("string")
    ? ["integer", "boolean", "object", "array", "null"]
    : ["string", "number", "null", "boolean", "array", "object"];
  return nearest.filter(
    (type) => !names.includes(type) && !(type === "integer" && names.includes("number")),
  );
}
