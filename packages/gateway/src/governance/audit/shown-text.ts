import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { isJsonArray } from "@toolcourt/sdk";

const plain = /^[\u0020-\u007e]*$/;
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const longest = 128;

/**
 * Prepares untrusted text for an audit entry. Truncates it and escapes all characters without a
 * glyph, so that it cannot imitate the end of an entry.
 */
export function shownText(text: string, atMost: number = longest): string {
  const short = text.length > atMost ? `${text.slice(0, atMost)}…` : text;
  if (plain.test(short)) return short;
  return short.replaceAll(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Does the same for every text and every key of a value. */
function shownValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return shownText(value, 1_000);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? value.map(shownValue) : shownMembers(value);
}

export function shownMembers(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [shownText(key), shownValue(member)]),
  );
}
