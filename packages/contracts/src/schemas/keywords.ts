import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";

/** Keywords whose target, or name, depends on the path of a validation. */
export const dynamicKeywords =
  "$dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $anchor".split(" ");

/** Keywords that depend on what all their siblings have checked. */
export const unevaluatedKeywords = ["unevaluatedProperties", "unevaluatedItems"];

/** Tells whether a schema has one of these keywords, with any value. */
export function hasAny(schema: JsonSchema, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(schema, keyword));
}

/** Returns the list under a keyword, or an empty one. */
export function listAt(schema: JsonSchema, keyword: string): JsonArray {
  const list = own(schema, keyword);
  return isJsonArray(list) ? list : [];
}

/** Returns the object under a keyword, or an empty one. */
export function mapAt(schema: JsonSchema, keyword: string): JsonObject {
  const map = own(schema, keyword);
  return isJsonObject(map) ? map : {};
}

/** Returns the texts in a list, or none if it is no list. */
export function textsIn(list: JsonValue | undefined): readonly string[] {
  return isJsonArray(list) ? list.filter((text) => typeof text === "string") : [];
}

/** Returns the text under a keyword, if it is text. */
export function textAt(schema: JsonSchema, keyword: string): string | undefined {
  const text = own(schema, keyword);
  return typeof text === "string" ? text : undefined;
}
