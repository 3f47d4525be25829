import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** Supported media types, best first: JSON, forms, plain text. */
const kinds: readonly RegExp[] = [
  /^application\/json(?:;|$)/i,
  /^application\/[\w.+-]*\+json(?:;|$)/i,
  /^(?:\*|application)\/\*$/,
  /^application\/x-www-form-urlencoded(?:;|$)/i,
  /^multipart\/form-data(?:;|$)/i,
  /^text\/plain(?:;|$)/i,
];

const form = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?[\w-]{1,40}="?[\w./:+-]{1,100}"?){0,4}$/;

/** Reports whether a text is a single valid media type, parameters included. */
export function isMediaType(text: string): boolean {
  return form.test(text);
}

/** Selects the media type from those offered. A wildcard means JSON. */
export function bestMediaType(offered: readonly string[]): string | undefined {
  const found = kinds.map((kind) => offered.find((type) => kind.test(type)));
  return found.find((type) => type !== undefined);
}

/** Selects a media type that yields a structured answer. */
export function jsonMediaType(offered: readonly string[]): string | undefined {
  return kinds
    .slice(0, 3)
    .map((kind) => offered.find((type) => kind.test(type)))
    .find((type) => type !== undefined);
}

/** Returns the media types with a schema. Some documents keep only examples under the others. */
export function describedTypes(content: JsonObject): readonly string[] {
  return Object.entries(content)
    .filter(([, media]) => isJsonObject(media) && own(media, "schema") !== undefined)
    .map(([type]) => type);
}

export function textsIn(stated: JsonValue | undefined): readonly string[] {
  return isJsonArray(stated) ? stated.filter((type) => typeof type === "string") : [];
}

/** Returns the header value. A wildcard becomes JSON, and malformed parameters are dropped. */
export function concreteMediaType(type: string): string {
  if (type.includes("*")) return "application/json";
  return isMediaType(type) ? type : (type.split(";", 1)[0]?.trim() ?? type);
}
