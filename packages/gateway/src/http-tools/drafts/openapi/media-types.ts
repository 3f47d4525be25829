import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { isMediaType } from "../media-type.ts";

/** What a call can carry, the best first: JSON, then forms, then plain text. */
const kinds: readonly RegExp[] = [
  /^application\/json(?:;|$)/i,
  /^application\/[\w.+-]*\+json(?:;|$)/i,
  /^(?:\*|application)\/\*$/,
  /^application\/x-www-form-urlencoded(?:;|$)/i,
  /^multipart\/form-data(?:;|$)/i,
  /^text\/plain(?:;|$)/i,
];

/** The media type to use, out of those that a document offers. Any type at all means JSON. */
export function bestMediaType(offered: readonly string[]): string | undefined {
  const found = kinds.map((kind) => offered.find((type) => kind.test(type)));
  return found.find((type) => type !== undefined);
}

/** What a model can read as a structured answer. */
export function jsonMediaType(offered: readonly string[]): string | undefined {
  return kinds
    .slice(0, 3)
    .map((kind) => offered.find((type) => kind.test(type)))
    .find((type) => type !== undefined);
}

/** The media types of a content map that say what they hold. Some documents keep examples under the others. */
export function describedTypes(content: JsonObject): readonly string[] {
  return Object.entries(content)
    .filter(([, media]) => isJsonObject(media) && own(media, "schema") !== undefined)
    .map(([type]) => type);
}

export function textsIn(stated: JsonValue | undefined): readonly string[] {
  return isJsonArray(stated) ? stated.filter((type) => typeof type === "string") : [];
}

/** What is written into a header: a wildcard is an offer, and parameters must be written as such. */
export function concreteMediaType(type: string): string {
  if (type.includes("*")) return "application/json";
  return isMediaType(type) ? type : (type.split(";", 1)[0]?.trim() ?? type);
}
