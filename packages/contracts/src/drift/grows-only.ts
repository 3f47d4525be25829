import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/** Tells whether a property may be new. */
export type MayAdd = (name: string, property: JsonValue) => boolean;

/**
 * Tells whether a schema only gained optional properties. Descends through `properties` alone: a
 * change under any other keyword needs review.
 */
export function growsOnly(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  mayAdd: MayAdd,
): boolean {
  if (same(before, after)) return true;
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  if (!same(withoutProperties(before), withoutProperties(after))) return false;
  const [known, given] = [propertiesOf(before), propertiesOf(after)];
  if (known === undefined || given === undefined) return false;
  if (Object.keys(known).some((name) => !Object.hasOwn(given, name))) return false;
  const required = own(after, "required");
  return Object.entries(given).every(([name, property]) =>
    Object.hasOwn(known, name)
      ? growsOnly(own(known, name), property, mayAdd)
      : mayAdd(name, property) && !(isJsonArray(required) && required.includes(name)),
  );
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

function withoutProperties(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "properties"));
}

function propertiesOf(schema: JsonObject): JsonObject | undefined {
  const properties = own(schema, "properties");
  if (properties === undefined) return {};
  return isJsonObject(properties) ? properties : undefined;
}
