import type { Random } from "../test/promises/random.ts";
import { pick } from "./origins-values.ts";

/** Ways to write a value so that a reader still finds it. */
export type Disguise = (value: string, random: Random) => string;

const everyByte = (value: string, write: (byte: string) => string): string =>
  [...Buffer.from(value)].map((byte) => write(byte.toString(16).padStart(2, "0"))).join("");

const cyrillic: Readonly<Record<string, string>> = {
  a: "\u0430",
  c: "\u0441",
  e: "\u0435",
  o: "\u043e",
  p: "\u0440",
  x: "\u0445",
  y: "\u0443",
  i: "\u0456",
  s: "\u0455",
  j: "\u0458",
  A: "\u0410",
  B: "\u0412",
  E: "\u0415",
  K: "\u041a",
  M: "\u041c",
  H: "\u041d",
  O: "\u041e",
  P: "\u0420",
  C: "\u0421",
  T: "\u0422",
  X: "\u0425",
};
const greek: Readonly<Record<string, string>> = {
  o: "\u03bf",
  v: "\u03bd",
  A: "\u0391",
  B: "\u0392",
  E: "\u0395",
  Z: "\u0396",
  H: "\u0397",
  I: "\u0399",
  K: "\u039a",
  M: "\u039c",
  N: "\u039d",
  O: "\u039f",
  P: "\u03a1",
  T: "\u03a4",
};

function replaced(value: string, table: Readonly<Record<string, string>>): string {
  return value.replaceAll(/[A-Za-z]/g, (letter) => table[letter] ?? letter);
}

function fullWidth(value: string): string {
  return value.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfe_e0));
}

function mathLetters(value: string): string {
  return value.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(0x1_d4_1a + letter.charCodeAt(0) - 0x61),
  );
}

/** Written with letters that only look the same. Undefined if none of them has one. */
export function lookAlike(value: string, random: Random): string | undefined {
  const ways = [
    replaced(value, cyrillic),
    replaced(value, greek),
    fullWidth(value),
    mathLetters(value),
  ].filter((way) => way !== value);
  return ways.length === 0 ? undefined : pick(random, ways);
}

export function recased(value: string, random: Random): string {
  const swapped = value.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return pick(random, [value.toUpperCase(), value.toLowerCase(), swapped]);
}

export function withInvisible(value: string, random: Random): string {
  const at = 1 + random.below(value.length - 1);
  const sign = pick(random, ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"]);
  return value.slice(0, at) + sign + value.slice(at);
}

export const encodings: Readonly<Record<string, Disguise>> = {
  base64: (value) => Buffer.from(value).toString("base64"),
  base64url: (value) => Buffer.from(value).toString("base64url"),
  "base64 twice": (value) => Buffer.from(Buffer.from(value).toString("base64")).toString("base64"),
  hex: (value) => Buffer.from(value).toString("hex"),
  "hex, upper case": (value) => Buffer.from(value).toString("hex").toUpperCase(),
  "percent, every byte": (value) => everyByte(value, (byte) => `%${byte}`),
  "percent, signs": (value) => encodeURIComponent(value),
  "percent twice": (value) => encodeURIComponent(everyByte(value, (byte) => `%${byte}`)),
  "entities, decimal": (value) =>
    Array.from(value, (sign) => `&#${String(sign.codePointAt(0))};`).join(""),
  "entities, hex": (value) => everyByte(value, (byte) => `&#x${byte};`),
  "entities, signs": (value) => value.replaceAll(/[@./:]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  "base64 of percent": (value) =>
    Buffer.from(everyByte(value, (byte) => `%${byte}`)).toString("base64"),
};

export const spellings: Readonly<Record<string, Disguise>> = {
  "single spaces": (value) => Array.from(value).join(" "),
  "single dots": (value) => Array.from(value).join("."),
  invisible: withInvisible,
  "soft hyphens": (value) => Array.from(value).join("\u00ad"),
  "look-alike": (value, random) => lookAlike(value, random) ?? value,
  recased,
  "signs apart": (value) => value.replaceAll(/[@.]/g, (sign) => ` ${sign} `),
  "signs as words": (value) => value.replaceAll("@", " [at] ").replaceAll(".", " [dot] "),
  "groups of four": (value) => (value.match(/.{1,4}/g) ?? [value]).join(" "),
};
