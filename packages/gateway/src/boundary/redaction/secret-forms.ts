/** Length of a form that is searched for. Showing this much of a secret is already too much. */
export const minPrefixLength = 20;

/** Shorter encoded forms or parts would occur in other texts by chance. */
const encodedFrom = 8;

/**
 * Returns all forms in which a secret may appear in texts. They are: plain, JSON once and twice,
 * URL once and twice, every byte escaped, and hex. Also base64 and base32 at all alignments, base64
 * of base64, and digits printed as a number. `unescape` finds the forms with some bytes escaped.
 */
export function formsOf(value: string): readonly string[] {
  const forms = secretsOf(value).flatMap((each) => [...encodedForms(each), ...numberForms(each)]);
  return [...new Set(forms)].filter((form) => form !== "");
}

/** Returns the secret and those of its parts that grant access on their own. */
export function secretsOf(value: string): readonly string[] {
  return [value, ...partsOf(value)];
}

/** Without leading zeros, and rounded if there are many digits. */
function numberForms(value: string): readonly string[] {
  const number = numberOf(value);
  return number === undefined ? [] : [String(number)];
}

/** Known authentication schemes. Any other word before a blank is part of the secret. */
const scheme =
  /^(api-?key|basic|bearer|bot|jwt|key|negotiate|oauth|sharedkey|ssws|token) {1,3}(\S+)$/i;

/**
 * Returns the parts that grant access on their own: the value after a scheme, and a Basic password.
 */
function partsOf(value: string): readonly string[] {
  const [, how = "", rest = ""] = scheme.exec(value) ?? [];
  const both = how.toLowerCase() === "basic" ? Buffer.from(rest, "base64").toString() : "";
  const password = both.slice(both.indexOf(":") + 1);
  return [rest, both, password].filter((part) => part.length >= encodedFrom);
}

function encodedForms(value: string): readonly string[] {
  const forms = [value, ...jsonForms(value), ...urlForms(value)];
  if (value.length < encodedFrom) return forms;
  const base64 = base64Forms(value);
  return [
    ...forms,
    ...base64,
    ...base64.flatMap(base64Forms),
    ...hexForms(value),
    ...base32Forms(value),
  ];
}

function jsonForms(value: string): readonly string[] {
  const once = insideJson(value);
  const ascii = once.replaceAll(/[^\x20-\x7e]/g, unicodeEscape);
  return [once, insideJson(once), once.replaceAll("/", "\\/"), ascii, ascii.replaceAll("/", "\\/")];
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function urlForms(value: string): readonly string[] {
  // A lone surrogate has no URL encoding.
  const component = encodeURIComponent(value.toWellFormed());
  const strict = component.replaceAll(/[!'()*]/g, percentEscape);
  const asForm = strict.replaceAll("%20", "+");
  const twice = [component, strict, asForm].map(encodeURIComponent);
  return [component, strict, asForm, ...twice].flatMap((form) => [form, lowerEscapes(form)]);
}

function percentEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerEscapes(form: string): string {
  return form.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Keeps per alignment only the characters that do not depend on neighboring bytes. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const core = encoded.slice(start, end);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Between two bytes of a dump. */
const separators = ["", " ", ":", "-", ",", ", ", "\n"];

/** Encodes every byte: as hex, with separators or without, and as URL escapes. */
function hexForms(value: string): readonly string[] {
  const bytes = Buffer.from(value).toString("hex").match(/../g) ?? [];
  const upper = bytes.map((byte) => byte.toUpperCase());
  return [bytes, upper].flatMap((all) => [
    all.map((byte) => `%${byte}`).join(""),
    ...separators.flatMap((between) => [
      all.join(between),
      all.map((byte) => `0x${byte}`).join(between),
    ]),
  ]);
}

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** At all five alignments, only the characters that do not depend on neighboring bytes. */
function base32Forms(value: string): readonly string[] {
  const bits = Array.from(Buffer.from(value), (byte) => byte.toString(2).padStart(8, "0")).join("");
  return [0, 1, 2, 3, 4].flatMap((before) => {
    const ownBits = bits.slice((5 - ((before * 8) % 5)) % 5);
    const quintets = ownBits.match(/.{5}/g) ?? [];
    const core = quintets.map((five) => base32Alphabet[Number.parseInt(five, 2)]).join("");
    return [core, core.toLowerCase()];
  });
}

/** Smaller numbers are so common that one would equal a secret by chance. */
const minNumber = 10_000_000;

/** All-digit secrets, by the number a server may convert them to. */
export class SecretNumbers {
  /** Reference counts: long secrets with the same leading digits round to one number. */
  readonly #numbers = new Map<number, number>();

  add(value: string): void {
    const number = numberOf(value);
    if (number !== undefined) this.#numbers.set(number, (this.#numbers.get(number) ?? 0) + 1);
  }

  remove(value: string): void {
    const number = numberOf(value);
    if (number === undefined) return;
    const left = (this.#numbers.get(number) ?? 0) - 1;
    if (left > 0) this.#numbers.set(number, left);
    else this.#numbers.delete(number);
  }

  isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  has(number: number): boolean {
    return this.#numbers.has(Math.abs(number));
  }
}

/** Returns the number that these digits parse to, if it is large enough to identify them. */
function numberOf(value: string): number | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= minNumber && Number.isFinite(number) ? number : undefined;
}
