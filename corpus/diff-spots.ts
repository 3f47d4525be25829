import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "@toolcourt/sdk";

/** A nested schema and its path. Derived from the schema text alone. */
export interface Spot {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/**
 * Returns the root and all schemas reached by `properties` and `items` alone. Only there is a value
 * certain to be validated against them.
 */
export function spotsIn(schema: JsonSchema, path: readonly string[] = []): readonly Spot[] {
  if (silencing.some((keyword) => Object.hasOwn(schema, keyword))) return [{ path, schema }];
  const { properties, items } = schema;
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const below = members.map(([name, each]) => ({ at: ["properties", name], each }));
  if (isJsonObject(items)) below.push({ at: ["items"], each: items });
  return [
    { path, schema },
    ...below.flatMap(({ at, each }) => (isJsonObject(each) ? spotsIn(each, [...path, ...at]) : [])),
  ];
}

/** With these keywords, the members alone do not describe a schema. */
const silencing = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "dependentSchemas",
  "const",
  "enum",
];

/** Returns the schema with one place replaced. */
export function replaceAt(
  value: JsonValue,
  [step, ...rest]: readonly string[],
  by: JsonValue,
): JsonValue {
  if (step === undefined) return by;
  if (isJsonArray(value)) {
    return value.map((each, index) => (String(index) === step ? replaceAt(each, rest, by) : each));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === step ? replaceAt(each, rest, by) : each,
    ]),
  );
}

export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

export function textsAt(object: JsonObject, key: string): readonly string[] {
  const { [key]: list } = object;
  return isJsonArray(list) ? list.filter((each) => typeof each === "string") : [];
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  const { [key]: value } = object;
  return typeof value === "number" ? value : undefined;
}

/** Returns the members of an object schema. */
export function membersAt(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) =>
    isJsonObject(each) ? [[name, each] as const] : [],
  );
}
