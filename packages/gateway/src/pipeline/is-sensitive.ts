import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  subschemas,
  valueAt,
} from "@toolcourt/sdk";

/**
 * Whether a schema declares anything in it sensitive, also where another part of the same document says so:
 * for writing only, a password, or with the word itself. A reference that leads nowhere may have said so.
 */
export function isSensitive(schema: JsonValue | undefined, document: JsonObject): boolean {
  if (!isJsonObject(schema)) return false;
  const seen = new Set<JsonValue>([schema]);
  // The set grows while it is read; `for … of` sees what is added.
  for (const root of seen) {
    if (!isJsonObject(root)) continue;
    for (const { schema: each } of subschemas(root)) {
      if (saysSo(each)) return true;
      const reference = own(each, "$ref");
      if (reference === undefined) continue;
      const target = targetOf(reference, document);
      if (target === undefined) return true;
      seen.add(target);
    }
  }
  return false;
}

function saysSo(schema: JsonObject): boolean {
  return (
    own(schema, "writeOnly") === true ||
    own(schema, "format") === "password" ||
    own(schema, "x-sensitive") === true
  );
}

function targetOf(reference: JsonValue, document: JsonObject): JsonValue | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  return valueAt(document, reference.slice(1));
}
