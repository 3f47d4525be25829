import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/**
 * Returns whether a part of an overlay holds marks instead of a schema. No keyword of JSON Schema
 * begins with a slash.
 *
 * @example
 * ```ts
 * areMarks({ "/to": { role: "destination" } }); // true
 * areMarks({ type: "object" }); // false
 * ```
 */
export function areMarks(part: JsonValue | undefined): part is JsonObject {
  if (!isJsonObject(part)) return false;
  const keys = Object.keys(part);
  return keys.length > 0 && keys.every(isPointer);
}

/**
 * Returns the keys that are pointers in a part that is a schema otherwise.
 *
 * @example
 * ```ts
 * strayPointers({ type: "object", "/to": {} }); // ["/to"]
 * strayPointers({ "/to": {} }); // []
 * ```
 */
export function strayPointers(part: JsonValue | undefined): readonly string[] {
  return isJsonObject(part) && !areMarks(part) ? Object.keys(part).filter(isPointer) : [];
}

function isPointer(key: string): boolean {
  return key.startsWith("/");
}
