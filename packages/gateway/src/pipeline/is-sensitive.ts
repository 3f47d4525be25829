import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  subschemas,
  valueAt,
} from "@toolcourt/sdk";

/**
 * Returns whether a schema declares any part sensitive, also through references: `writeOnly`, a
 * password format, or the keyword itself. An unresolvable reference counts as sensitive.
 */
export function isSensitive(schema: JsonValue | undefined, document: JsonObject): boolean {
  if (!isJsonObject(schema)) return false;
  const seen = new Set<JsonValue>([schema]);
  // The set grows during iteration; `for … of` visits additions.
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
