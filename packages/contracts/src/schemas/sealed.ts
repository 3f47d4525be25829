import { isJsonObject, type JsonSchema, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import { listAt } from "./keywords.ts";

const seal = "\u0000json:";

/**
 * Copies a schema, with the values under `const` and `enum` as text. Hyperjump finds `$id`,
 * `$anchor` and `$ref` in every object, even in data, and removes them. So `{"const": {"$id":
 * "a"}}` would accept `{}`. Data that is never compared is dropped.
 */
export function sealed(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const { schema: each } of subschemas(copy)) {
    const constant = own(each, "const");
    if (constant !== undefined) Object.assign(each, { const: sealOne(constant) });
    if (Object.hasOwn(each, "enum"))
      Object.assign(each, { enum: listAt(each, "enum").map(sealOne) });
    Reflect.deleteProperty(each, "default");
    Reflect.deleteProperty(each, "examples");
  }
  forgetVocabularies(copy);
  return copy;
}

/**
 * For any object with an `$id`, Hyperjump would load its `$vocabulary` as a dialect, globally and
 * permanently.
 */
function forgetVocabularies(root: JsonSchema): void {
  const found: JsonValue[] = [root];
  for (const value of found) {
    if (typeof value !== "object" || value === null) continue;
    if (isJsonObject(value) && (value === root || typeof own(value, "$id") === "string")) {
      Reflect.deleteProperty(value, "$vocabulary");
    }
    for (const part of Object.values(value)) found.push(part);
  }
}

/** Returns the sealed value. Hyperjump's own meta-schemas are not sealed and need not be. */
export function unsealed(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !value.startsWith(seal)) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what we wrote as JSON is JSON
  return JSON.parse(value.slice(seal.length)) as JsonValue;
}

function sealOne(value: JsonValue): string {
  return seal + JSON.stringify(value);
}
