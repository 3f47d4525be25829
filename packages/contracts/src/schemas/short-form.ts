import { isJsonArray, type JsonValue, pointerTokens } from "@toolcourt/sdk";

const maxShownLength = 40;

// biome-ignore format: one character class
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** Returns a one-line form of a text, with unprintable characters escaped. */
export function printable(text: string, atMost: number = maxShownLength): string {
  const cut = text.length > atMost ? `${text.slice(0, atMost)}…` : text;
  return cut
    .toWellFormed()
    .replaceAll(invisible, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Describes a value in a few words: its kind and, if short, its value. */
export function shortForm(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (isJsonArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string")
    return `${value === null ? "" : `${typeof value} `}${String(value)}`;
  if (value.length > maxShownLength) return `a string of ${value.length} characters`;
  return `string "${printable(value)}"`;
}

/** Describes only the kind of a value, for fields whose values must stay hidden. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (isJsonArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const secretWords =
  /pass(word|wd|phrase|code)?$|^pwd$|^pin$|secret|token|api-?key|access-?key|private-?key|signing-?key|encryption-?key|authorization|^auth$|credential|cookie|session-?id|bearer|signature|otp$|cvv|card-?number|connection-?string|^jwt$/;

/** Tells whether a pointer leads to or through a field with a secret-sounding name. */
export function isSecretPlace(pointer: string): boolean {
  return pointerTokens(pointer).some((name) => secretWords.test(dashed(name)));
}

/** Normalizes a name: `apiKey`, `API_KEY` and `api key` are the same. */
function dashed(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/[\s_.-]+/g, "-")
    .toLowerCase();
}
