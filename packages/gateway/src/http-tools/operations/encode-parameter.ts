import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import type { SentParameter } from "../drafts/draft.ts";
import { Unsendable } from "./unsendable.ts";

/** Maximum decoding layers: more than any server between us and the target applies. */
const maxLayers = 4;

/** A value in serializable form: one word, a list, or words by name. */
type Words =
  | { readonly kind: "one"; readonly word: string }
  | { readonly kind: "list"; readonly words: readonly string[] }
  | { readonly kind: "named"; readonly pairs: readonly (readonly [string, string])[] };

type Form = Pick<SentParameter, "style" | "explode" | "name">;

/**
 * Encodes a value in a path by its OpenAPI style. Returns undefined for an empty value. Refuses
 * values that could leave their segment, even after repeated decoding by a server on the way.
 */
export function inPath(parameter: SentParameter, value: JsonValue): string | undefined {
  const words = wordsOf(parameter, value);
  if (words === undefined) return undefined;
  for (const word of allOf(words)) {
    if (escapes(word)) throw new Unsendable(parameter.name, "a part of a path, without slashes");
  }
  return pathForms[parameter.style]?.(parameter, map(words, percentEncoded));
}

/** Encodes a value as query pairs. */
export function inQuery(parameter: SentParameter, value: JsonValue): readonly string[] {
  const words = wordsOf(parameter, value);
  if (words === undefined) return [];
  const encoded = map(words, percentEncoded);
  return queryForms[parameter.style]?.(parameter, encoded) ?? [];
}

/** Writes a value in a header. Headers have no encoding, so unsupported characters are refused. */
export function inHeader(parameter: SentParameter, value: JsonValue): string | undefined {
  const words = wordsOf(parameter, value);
  if (words === undefined) return undefined;
  const text = simple(parameter, words);
  if (!isHeaderText(text)) throw new Unsendable(parameter.name, "visible characters of ASCII");
  return text;
}

/** Returns whether a text is a valid header value as it is. */
export function isHeaderText(text: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text);
}

/** Percent-encodes by RFC 3986: everything but letters, digits and `-._~`. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

type WriteForm<Written> = (form: Form, words: Words) => Written;

const pathForms: Partial<Record<SentParameter["style"], WriteForm<string>>> = {
  simple,
  json: simple,
  label: ({ explode }, words) => {
    const separator = explode ? "." : ",";
    return `.${flat(words, explode).join(separator)}`;
  },
  matrix: ({ name, explode }, words) => {
    const key = percentEncoded(name);
    if (words.kind === "one") return `;${assigned(key, words.word)}`;
    if (!explode) return `;${assigned(key, flat(words, false).join(","))}`;
    return words.kind === "list"
      ? words.words.map((word) => `;${assigned(key, word)}`).join("")
      : words.pairs.map(([each, word]) => `;${assigned(each, word)}`).join("");
  },
};

/** RFC 6570, 3.2.7: an empty value has no equals sign after its name. */
function assigned(name: string, word: string): string {
  return word === "" ? name : `${name}=${word}`;
}

const queryForms: Partial<Record<SentParameter["style"], WriteForm<readonly string[]>>> = {
  form: (form, words) => delimited(",", form, words),
  json: (form, words) => delimited(",", form, words),
  spaceDelimited: (form, words) => delimited("%20", form, words),
  pipeDelimited: (form, words) => delimited("%7C", form, words),
  deepObject: ({ name }, words) =>
    words.kind === "named"
      ? words.pairs.map(([key, word]) => `${percentEncoded(name)}%5B${key}%5D=${word}`)
      : delimited(",", { name, style: "form", explode: true }, words),
};

function delimited(delimiter: string, { name, explode }: Form, words: Words): readonly string[] {
  const key = percentEncoded(name);
  if (words.kind === "one") return [`${key}=${words.word}`];
  if (!explode) return [`${key}=${flat(words, false).join(delimiter)}`];
  return words.kind === "list"
    ? words.words.map((word) => `${key}=${word}`)
    : words.pairs.map(([each, word]) => `${each}=${word}`);
}

function simple({ explode }: Form, words: Words): string {
  return flat(words, explode).join(",");
}

function flat(words: Words, explode: boolean): readonly string[] {
  if (words.kind === "one") return [words.word];
  if (words.kind === "list") return words.words;
  return words.pairs.flatMap(([name, word]) => (explode ? [`${name}=${word}`] : [name, word]));
}

function allOf(words: Words): readonly string[] {
  return words.kind === "named" ? words.pairs.flat() : flat(words, false);
}

function map(words: Words, change: (word: string) => string): Words {
  if (words.kind === "one") return { kind: "one", word: change(words.word) };
  if (words.kind === "list") return { kind: "list", words: words.words.map(change) };
  return {
    kind: "named",
    pairs: words.pairs.map(([name, word]) => [change(name), change(word)] as const),
  };
}

/** RFC 6570, 2.3: an empty list or map is undefined. */
function wordsOf({ name, style }: Form, value: JsonValue): Words | undefined {
  if (value === null) return undefined;
  if (style === "json") return { kind: "one", word: JSON.stringify(value) };
  if (isJsonArray(value)) {
    const words = value.flatMap((each) => (each === null ? [] : [wordOf(name, each)]));
    return words.length === 0 ? undefined : { kind: "list", words };
  }
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).flatMap(([key, each]) =>
      each === null ? [] : [[key, wordOf(name, each)] as const],
    );
    return pairs.length === 0 ? undefined : { kind: "named", pairs };
  }
  return { kind: "one", word: wordOf(name, value) };
}

// Nested values have no standard form.
function wordOf(name: string, value: JsonValue): string {
  if (typeof value === "object") throw new Unsendable(name, "plain values, nothing nested");
  return String(value);
}

/**
 * Returns whether a text could leave its path segment. It may contain a slash or name the parent
 * folder, now or after repeated decoding.
 */
export function escapes(text: string): boolean {
  let here = text;
  for (let layer = 0; layer < maxLayers; layer += 1) {
    if (leavesSegment(here)) return true;
    const decoded = percentDecoded(here);
    if (decoded === here) return false;
    here = decoded;
  }
  return true;
}

// Some servers strip path parameters after a semicolon before they resolve `..`.
function leavesSegment(text: string): boolean {
  return text === "" || /^\.{1,2}(?:;|$)|[/\\\p{Cc}\uFFFD]|\p{Cs}/u.test(text);
}
