import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import { membersAt, numberAt, textsAt } from "./diff-spots.ts";

/**
 * One change at one place of a schema. Its effect on callers is known by construction. Nothing here
 * uses the comparison under measurement.
 */
export interface Edit {
  readonly name: string;
  /** Returns undefined if the edit would not have its stated effect. */
  readonly apply: (schema: JsonSchema, isRoot: boolean) => JsonSchema | undefined;
}

const valueKeywords = ["enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not", "if"];

export const besideAnyOf = ["type", ...valueKeywords.filter((keyword) => keyword !== "anyOf")];

/** Returns whether the schema has this type and no keyword that narrows its values. */
export function isPlain(
  schema: JsonSchema,
  type: string,
  keywords: readonly string[] = [],
): boolean {
  return (
    schema["type"] === type &&
    ![...valueKeywords, ...keywords].some((keyword) => Object.hasOwn(schema, keyword))
  );
}

export function isNumeric(schema: JsonSchema): boolean {
  const narrowing = ["exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
  return isPlain(schema, "number", narrowing) || isPlain(schema, "integer", narrowing);
}

export function isObject(schema: JsonSchema): boolean {
  return isPlain(schema, "object", [
    "patternProperties",
    "maxProperties",
    "minProperties",
    "propertyNames",
  ]);
}

/** Returns whether the gateway treats the object as closed. */
export function isClosed(schema: JsonSchema): boolean {
  const { additionalProperties } = schema;
  return isObject(schema) && (additionalProperties === undefined || additionalProperties === false);
}

export function when(condition: boolean, changed: () => JsonSchema): JsonSchema | undefined {
  return condition ? changed() : undefined;
}

/** Returns a range such that any bound inside it has allowed numbers on both sides. */
export function rangeOf(schema: JsonSchema): { readonly min: number; readonly max: number } {
  return {
    min: Math.ceil(numberAt(schema, "minimum") ?? -1e6),
    max: Math.floor(numberAt(schema, "maximum") ?? 1e6),
  };
}

export function optionalMember(schema: JsonSchema): string | undefined {
  const required = textsAt(schema, "required");
  return membersAt(schema).find(
    ([name, member]) =>
      !required.includes(name) &&
      typeof member["type"] === "string" &&
      ![...valueKeywords, "default"].some((keyword) => Object.hasOwn(member, keyword)),
  )?.[0];
}

export function propertiesOf(schema: JsonSchema): JsonObject {
  const { properties } = schema;
  return isJsonObject(properties) ? properties : {};
}

export function typeIn(schema: JsonValue): JsonValue | undefined {
  return isJsonObject(schema) ? schema["type"] : undefined;
}

export function isNull(schema: JsonValue): boolean {
  return typeIn(schema) === "null";
}
