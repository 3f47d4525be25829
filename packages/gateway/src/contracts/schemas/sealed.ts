import { isJsonObject, type JsonSchema, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import { listAt } from "./keywords.ts";

const seal = "\u0000json:";

/**
 * A copy in which the values under `const` and `enum` are text. Hyperjump looks for `$id`, `$anchor` and
 * `$ref` wherever an object stands, also in data, and takes them out: `{"const": {"$id": "a"}}` would
 * accept `{}`. Data that nobody compares with is left out altogether.
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

/** Wherever an object has an `$id`, Hyperjump would load its `$vocabulary` as a dialect, for everybody and for good. */
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

/** The value behind a seal. The meta-schemas that come with Hyperjump have none, and need none. */
export function unsealed(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !value.startsWith(seal)) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what we wrote as JSON is JSON
  return JSON.parse(value.slice(seal.length)) as JsonValue;
}

function sealOne(value: JsonValue): string {
  return seal + JSON.stringify(value);
}
