import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { percentEncoded } from "./encode-parameter.ts";
import { Unsendable } from "./unsendable.ts";

/** Returns whether a media type is JSON, by name or suffix. */
export function isJsonType(contentType: string): boolean {
  return /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/i.test(plain(contentType));
}

/** Returns whether a media type is readable text. */
export function isTextType(contentType: string): boolean {
  return /^text\/|^application\/(?:[\w.-]+\+)?(?:xml|yaml|csv)$/i.test(plain(contentType));
}

/** Returns a media type without its parameters. */
function plain(contentType: string): string {
  return contentType.split(";")[0]?.trim() ?? "";
}

/** Encodes a value for a media type. Refuses unsupported types. */
export function encodeBody(value: JsonValue, contentType: string): string {
  if (isJsonType(contentType)) return JSON.stringify(value);
  if (plain(contentType).toLowerCase() === "application/x-www-form-urlencoded") return form(value);
  if (typeof value === "string" && isTextType(contentType)) return value;
  throw new Unsendable("body", "a body of JSON, of a form, or of text");
}

function form(value: JsonValue): string {
  if (!isJsonObject(value)) throw new Unsendable("body", "fields by name");
  return Object.entries(value)
    .flatMap(([name, each]) =>
      (isJsonArray(each) ? each : [each]).flatMap((word) => field(name, word)),
    )
    .join("&");
}

function field(name: string, word: JsonValue): readonly string[] {
  if (word === null) return [];
  if (typeof word === "object") throw new Unsendable("body", "plain values, nothing nested");
  return [`${percentEncoded(name)}=${percentEncoded(String(word))}`];
}
