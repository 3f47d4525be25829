import {
  isJsonArray,
  type JsonPrimitive,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { type Codec, everyType, ProjectionFault, same, type TypeName, typeOf } from "./codec.ts";
import { firstFree } from "./names.ts";
import { describe, shownText } from "./wording.ts";

const maxValueLength = 500;
const maxValues = 250;

/** Projects strings, numbers, booleans and null, which are identical on both sides. */
export function simple(schema: JsonSchema, types: readonly string[]): Codec {
  const [first = "string"] = types;
  const names = typeNames(types);
  return {
    schema: { type: types.length === 1 ? first : types, ...describe(schema) },
    shows: names,
    takes: names,
    isSame: true,
    hasText: false,
    project: same,
    restore: same,
  };
}

/** Converts the type names of a schema to value types. */
export function typeNames(types: readonly string[]): ReadonlySet<TypeName> {
  return new Set(
    types.flatMap((type): readonly TypeName[] => {
      if (type === "integer" || type === "number") return ["number"];
      return isTypeName(type) ? [type] : [];
    }),
  );
}

function isTypeName(type: string): type is TypeName {
  const names: ReadonlySet<string> = everyType;
  return names.has(type);
}

/** Returns the values of an `enum` or `const`, if a provider supports them. */
export function valuesOf(
  schema: JsonSchema,
  types: readonly string[] | undefined,
): readonly JsonPrimitive[] | undefined {
  const only = own(schema, "const");
  const all = only === undefined ? own(schema, "enum") : [only];
  if (!isJsonArray(all)) return undefined;
  const names = types === undefined ? undefined : typeNames(types);
  const fitting = [...new Set(all)].filter(
    (value): value is JsonPrimitive => isPrimitive(value) && names?.has(typeOf(value)) !== false,
  );
  const hasOthers = !all.every(isPrimitive);
  return hasOthers || fitting.length === 0 || fitting.length > maxValues ? undefined : fitting;
}

function isPrimitive(value: JsonValue): value is JsonPrimitive {
  return typeof value !== "object" || value === null;
}

/** Projects a choice of values. Strings are shown without hidden characters. */
export function oneOf(schema: JsonSchema, values: readonly JsonPrimitive[]): Codec {
  const shown = new Map<JsonValue, JsonPrimitive>();
  const back = new Map<JsonValue, JsonPrimitive>();
  // Values shown unchanged come first, so the others cannot displace them.
  const plainFirst = values.toSorted((a, b) => Number(isOdd(a)) - Number(isOdd(b)));
  for (const value of plainFirst) {
    const text = typeof value === "string" ? freeText(value, back) : value;
    shown.set(value, text);
    back.set(text, value);
  }
  const types = new Set(values.map((value) => typeOf(value)));
  const type = types.size === 1 ? [...types][0] : [...types];
  const isSame = !values.some(isOdd);
  return {
    schema: {
      type: type ?? "string",
      enum: values.map((value) => shown.get(value) ?? null),
      ...describe(schema, ["const", "enum"]),
    },
    shows: types,
    takes: types,
    isSame,
    hasText: false,
    project: isSame ? same : (value) => shown.get(value) ?? value,
    restore: isSame ? same : (value) => restored(value, back),
  };
}

function restored(value: JsonValue, back: ReadonlyMap<JsonValue, JsonPrimitive>): JsonValue {
  const original = back.get(value);
  if (original === undefined) throw new ProjectionFault();
  return original;
}

function isOdd(value: JsonPrimitive): boolean {
  return typeof value === "string" && shownText(value, maxValueLength) !== value;
}

function freeText(value: string, taken: ReadonlyMap<JsonValue, unknown>): string {
  const texts = new Set([...taken.keys()].filter((each) => typeof each === "string"));
  return firstFree(shownText(value, maxValueLength), texts, maxValueLength);
}
