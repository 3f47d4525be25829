import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";

/**
 * Reports whether a text field is a secret by its name. The gateway refuses such values in calls.
 */
export function isSecretText(name: string, schema: JsonValue): boolean {
  return takesText(schema) && hostFilled(name, {}) === "secret";
}

const elsewhere = ["$ref", "allOf", "anyOf", "oneOf", "properties", "items", "enum", "const"];

/**
 * Reports whether a schema accepts text. If in doubt, it does not: a referenced type stays for the
 * rules to judge.
 */
function takesText(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const type = own(schema, "type");
  if (type === undefined) return elsewhere.every((keyword) => own(schema, keyword) === undefined);
  return type === "string" || (isJsonArray(type) && type.includes("string"));
}

/** Removes the fields that no call could fill, and adds their pointers to `leftOut`. */
export function withoutSecretFields(
  schema: JsonObject,
  pointer: string,
  leftOut: string[],
): JsonObject {
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return schema;
  const gone = Object.entries(properties).filter(([name, each]) => isSecretText(name, each));
  if (gone.length === 0) return schema;
  const names = new Set<JsonValue>(gone.map(([name]) => name));
  for (const [name] of gone) leftOut.push(`${pointer}/properties${pointerToken(name)}`);
  const left = Object.entries(properties).filter(([name]) => !names.has(name));
  const required = own(schema, "required");
  return {
    ...schema,
    properties: Object.fromEntries(left),
    ...(isJsonArray(required) && { required: required.filter((name) => !names.has(name)) }),
  };
}
