// The admission of schemas: which schemas of a foreign server are compiled at all.
import { isDeepStrictEqual } from "node:util";
import { admissionChecks, admit } from "@toolcourt/contracts/internal/schemas/admission/admit";
import { defaultLimits } from "@toolcourt/contracts/internal/schemas/limits";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { promised } from "../target.ts";

export const covers = /\/(?:contracts\/src\/schemas|sdk\/src\/contract)\//;

export const seeds: readonly string[] = [
  '{"type":"object","properties":{"a":{"type":"string","pattern":"^[a-z]+$"}},"required":["a"]}',
  '{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"n":{"type":"integer"}},"$ref":"#/$defs/n"}',
  '{"$defs":{"t":{"properties":{"next":{"$ref":"#/$defs/t"}}}},"allOf":[{"$ref":"#/$defs/t"}]}',
  '{"type":"array","prefixItems":[{"const":1}],"items":false,"contains":{"enum":[1,2]}}',
  '{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":true},"items":[{"$ref":"#/definitions/a"}]}',
  '{"anyOf":[{"if":{"minLength":1},"then":true,"else":false}],"dependentSchemas":{"a":{"not":{}}}}',
];

export const words: readonly string[] = [
  "type",
  "object",
  "string",
  "integer",
  "properties",
  "required",
  "items",
  "prefixItems",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "$ref",
  "$defs",
  "$id",
  "$anchor",
  "$dynamicRef",
  "$dynamicAnchor",
  "$schema",
  "definitions",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
  "const",
  "enum",
  "pattern",
  "format",
  "minimum",
  "multipleOf",
  "minLength",
  "contains",
  "__proto__",
  "constructor",
  "#/$defs/",
  "#",
  "https://example.com/x",
  "(a+)+$",
  "(?=a)",
  "\\p{L}",
  '":{',
  '":[',
  '":true',
  '":1e9',
  '":""',
  "[{",
  "}]",
  "},{",
  '","',
  "{}",
  "null",
  "\\ud800",
].map((word) => (/^[\w$]+$/.test(word) ? `"${word}":` : word));

const admission = { checks: admissionChecks, limits: defaultLimits };

/** JSON text. */
export function fuzz(data: Buffer): void {
  const schema = schemaIn(data.toString());
  if (schema === undefined) return;
  const before = structuredClone(schema);

  const refusals = admit(schema, admission);

  promised(isDeepStrictEqual(schema, before), "The schema was changed.");
  for (const { rule, pointer, message } of refusals) {
    promised(/^schema\/[a-z-]+$/.test(rule) && message.length > 0, "A refusal gives its reason.");
    promised(has(schema, pointer), `There is no place ${pointer}.`);
  }
  promised(isDeepStrictEqual(admit(schema, admission), refusals), "The second look differs.");
  const turned = admit(reversed(schema), admission);
  promised((turned.length === 0) === (refusals.length === 0), "The order of keys decides.");
}

function schemaIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a JSON Pointer leads somewhere. */
function has(schema: JsonValue, pointer: string): boolean {
  let at: unknown = schema;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return pointer === "" || pointer.startsWith("/");
}

/** Returns the schema with the keys of its objects in the opposite order. */
function reversed<Value extends JsonValue>(value: Value): Value;
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => reversed(each));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, each]) => [key, reversed(each)]));
}
