import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "@toolcourt/sdk";

/** Maximum depth. Endless nesting, such as a tree of folders, looks like this. */
const deepest = 8;

/** An object with more names than this is a map, regardless of the names. */
const maxNames = 50;

/**
 * The schema that all of these values fit, and no more of a claim than they support:
 *
 * - a place takes the types that were seen there; whole numbers are numbers as soon as one is not whole
 * - a member is required if every object had it; an object may have more members, which a later version of
 *   a server may add
 * - an object whose names look like data is a map: all its values have one schema
 * - where nothing was seen, as in an empty list or behind a null, anything goes
 * - no set of values is taken for closed, and no length or range for a limit: samples show neither
 *
 * Another value only ever widens what is said about a place.
 */
export function inferSchema(values: readonly JsonValue[]): JsonSchema {
  return schemaAt(values, 0);
}

function schemaAt(values: readonly JsonValue[], depth: number): JsonSchema {
  const types = typesIn(values);
  if (types.length === 0 || (types.length === 1 && types[0] === "null")) return {};
  const [only, ...others] = types;
  return {
    type: others.length === 0 && only !== undefined ? only : types,
    ...textsAt(values),
    ...(depth < deepest && { ...listsAt(values, depth), ...objectsAt(values, depth) }),
  };
}

const order = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
type JsonType = (typeof order)[number];

function typesIn(values: readonly JsonValue[]): readonly JsonType[] {
  const seen = new Set(values.map(typeOf));
  if (seen.has("number")) seen.delete("integer");
  return order.filter((type) => seen.has(type));
}

function typeOf(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  return isJsonArray(value) ? "array" : "object";
}

function textsAt(values: readonly JsonValue[]): JsonSchema {
  const format = formatOfAll(values.filter((value) => typeof value === "string"));
  return format === undefined ? {} : { format };
}

function listsAt(values: readonly JsonValue[], depth: number): JsonSchema {
  const items = schemaAt(values.filter(isJsonArray).flat(), depth + 1);
  return saysNothing(items) ? {} : { items };
}

function objectsAt(values: readonly JsonValue[], depth: number): JsonSchema {
  const objects = values.filter(isJsonObject);
  const members = membersOf(objects);
  if (members.size === 0) return {};
  if (members.size > maxNames || members.keys().some(isDataLike)) {
    const each = schemaAt([...members.values()].flat(), depth + 1);
    return saysNothing(each) ? {} : { additionalProperties: each };
  }
  const properties = [...members].map(
    ([name, found]) => [name, schemaAt(found, depth + 1)] as const,
  );
  const required = [...members].flatMap(([name, found]) =>
    found.length === objects.length ? [name] : [],
  );
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** Returns all values per member name, in order of first occurrence. */
function membersOf(objects: readonly JsonObject[]): ReadonlyMap<string, readonly JsonValue[]> {
  const members = new Map<string, JsonValue[]>();
  for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
    const found = members.get(name);
    if (found === undefined) members.set(name, [value]);
    else found.push(value);
  }
  return members;
}

function saysNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

/** A field name as authors write it, in any script. */
const fieldName = /^[$@_]{0,2}\p{L}[\p{L}\p{N}_-]{0,63}$/u;

/** Parts of ids, dates and numbers, which authors do not put into field names. */
const fromData = /\d{4}|^[0-9a-f]{8}(?:-?[0-9a-f]{4}){2,}/i;

/** No schema may name these: they enable prototype pollution. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns whether a member's name looks like data: a path, an address, an id, a date, a sentence.
 */
function isDataLike(name: string): boolean {
  return !fieldName.test(name) || fromData.test(name) || reserved.has(name);
}

/** Only forms that no text matches by chance. */
const formats: readonly (readonly [name: string, form: RegExp])[] = [
  ["date-time", /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/],
  ["date", /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
];

/** Returns the format that every text matches. Undefined if there is none, or no text. */
function formatOfAll(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  return formats.find(([, form]) => texts.every((text) => form.test(text)))?.[0];
}
