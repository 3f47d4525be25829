import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  valueAt,
} from "@toolcourt/sdk";

const taken = new Set([
  "type",
  "description",
  "enum",
  "properties",
  "required",
  "items",
  "anyOf",
  "additionalProperties",
]);

/** Returns everything in a schema that strict providers refuse. */
export function strangeIn(schema: JsonValue): readonly string[] {
  if (!isJsonObject(schema)) return ["no schema"];
  const unknown = Object.keys(schema).filter((key) => !taken.has(key));
  const open = own(schema, "properties") === undefined || isClosed(schema) ? [] : ["open object"];
  return [...unknown, ...open, ...innerOf(schema).flatMap((inner) => strangeIn(inner))];
}

function isClosed(schema: JsonSchema): boolean {
  const { type, properties, required, additionalProperties } = schema;
  const names = Object.keys(objectIn(properties));
  const isWhole = JSON.stringify(names) === JSON.stringify(required);
  return type === "object" && isWhole && additionalProperties === false;
}

function innerOf({ properties, anyOf, items }: JsonSchema): JsonArray {
  return [
    ...Object.values(objectIn(properties)),
    ...listIn(anyOf),
    ...(items === undefined ? [] : [items]),
  ];
}

/** Returns whether a value fits a schema of such keywords. Additional members are allowed. */
export function fitsStrict(schema: JsonValue | undefined, value: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const branches = own(schema, "anyOf");
  if (isJsonArray(branches)) return branches.some((branch) => fitsStrict(branch, value));
  if (!typesOf(schema).some((type) => isOfType(value, type))) return false;
  const values = own(schema, "enum");
  if (isJsonArray(values) && !values.includes(value)) return false;
  if (isJsonArray(value)) return value.every((item) => fitsStrict(own(schema, "items"), item));
  return !isJsonObject(value) || membersFit(schema, value);
}

function membersFit({ properties, required }: JsonSchema, value: JsonObject): boolean {
  const isThere = (key: JsonValue): boolean => typeof key === "string" && Object.hasOwn(value, key);
  return (
    listIn(required).every(isThere) &&
    Object.entries(objectIn(properties)).every(([key, inner]) =>
      fitsStrict(inner, own(value, key) ?? null),
    )
  );
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  if (type === "null") return value === null;
  if (type === "array") return isJsonArray(value);
  if (type === "object") return isJsonObject(value);
  return typeof value === (type === "integer" ? "number" : type);
}

const samples: Readonly<Record<string, JsonValue>> = {
  string: "text",
  number: 1.5,
  integer: 3,
  boolean: true,
  null: null,
};

export interface Sampling {
  readonly root: JsonSchema;
  /** Whether to include all optional members, or only the required ones. */
  readonly isWhole: boolean;
  readonly depth?: number;
}

const deepest = 6;

/** Builds a value of a schema's shape. Other constraints are ignored. */
export function sampleOf(schema: JsonValue | undefined, sampling: Sampling): JsonValue {
  const { depth = 0 } = sampling;
  const deeper = { ...sampling, depth: depth + 1 };
  if (!isJsonObject(schema) || depth > deepest) return "any";
  const instead = insteadOf(schema, sampling);
  if (instead !== undefined) return sampleOf(instead, deeper);
  const values = own(schema, "enum");
  return isJsonArray(values) ? one(values, sampling) : sampleTyped(schema, deeper);
}

function sampleTyped(schema: JsonSchema, sampling: Sampling): JsonValue {
  const type = one(typesOf(schema), sampling);
  if (type === "array") return [sampleOf(own(schema, "items"), sampling)];
  if (type === "object") return sampleMembers(schema, sampling);
  return typeof type === "string" && Object.hasOwn(samples, type) ? (samples[type] ?? null) : "any";
}

function one(values: JsonArray, { isWhole }: Sampling): JsonValue {
  return values.at(isWhole ? -1 : 0) ?? null;
}

function insteadOf(
  { $ref: ref, anyOf, oneOf, allOf, properties }: JsonSchema,
  { root, isWhole }: Sampling,
): JsonValue | undefined {
  if (typeof ref === "string") return valueAt(root, ref.slice(1)) ?? true;
  // Beside properties, these only constrain which of them go together.
  if (properties !== undefined) return undefined;
  return listIn(anyOf ?? oneOf ?? allOf).at(isWhole ? -1 : 0);
}

function sampleMembers(schema: JsonSchema, sampling: Sampling): JsonObject {
  const { properties, required, additionalProperties: others } = schema;
  const needed = listIn(required);
  const listed = Object.entries(objectIn(properties)).filter(
    ([key]) => sampling.isWhole || needed.includes(key),
  );
  const more = isJsonObject(others) ? [["more", others] as const] : [];
  return Object.fromEntries(
    [...listed, ...more].map(([key, inner]) => [key, sampleOf(inner, sampling)]),
  );
}

function typesOf({ type, properties }: JsonSchema): JsonArray {
  if (isJsonArray(type)) return type;
  if (type !== undefined) return [type];
  return properties === undefined ? [] : ["object"];
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listIn(value: JsonValue | undefined): JsonArray {
  return isJsonArray(value) ? value : [];
}
