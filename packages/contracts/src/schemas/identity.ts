import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** Returns a string or primitive that two values share exactly if JSON Schema calls them equal. */
export function identityOf(value: JsonValue): JsonValue {
  return isComposite(value) ? write(value) : literal(value);
}

/** Tells whether all items are distinct, in linear time. */
export function allDiffer(items: readonly JsonValue[]): boolean {
  const seen = new Set<JsonValue>();
  for (const item of items) {
    const identity = identityOf(item);
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}

/** Creates a membership test in constant time. */
export function memberOf(values: readonly JsonValue[]): (value: JsonValue) => boolean {
  const plain = new Set(values.filter((value) => !isComposite(value)));
  const composite = new Set(values.filter(isComposite).map(identityOf));
  if (composite.size === 0) return (value) => plain.has(value);
  return (value) => (isComposite(value) ? composite.has(identityOf(value)) : plain.has(value));
}

function isComposite(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

// Strings get a prefix that no serialized array or object has, so "[]" and [] stay distinct.
function literal(value: JsonValue): JsonValue {
  return typeof value === "string" ? `"${value}` : value;
}

function write(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(write).join(",")}]`;
  return `{${members(value).join(",")}}`;
}

function members(object: JsonObject): string[] {
  return Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`)
    .toSorted();
}
