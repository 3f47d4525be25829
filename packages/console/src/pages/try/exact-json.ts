import { type Json, parseJson } from "../../ui/json.ts";

/**
 * A JSON value as it was typed. Numbers keep their digits and members their order: `JSON.parse` loses
 * both.
 */
export type Exact =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "list"; readonly items: readonly Exact[] }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** Typed, and no value yet. */
  | { readonly kind: "unfinished"; readonly text: string };

export type Member = readonly [name: string, value: Exact];

export type ExactObject = Extract<Exact, { readonly kind: "object" }>;

export const nothing: Exact = { kind: "null" };
export const emptyObject: ExactObject = { kind: "object", members: [] };

export function textOf(value: string): Exact {
  return { kind: "text", value };
}

/** A number as RFC 8259 writes it. */
export const numberForm: RegExp = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Where a text stops being JSON, and what was expected there. */
export interface JsonFlaw {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

export type Parsed =
  | { readonly kind: "value"; readonly value: Exact }
  | { readonly kind: "flawed"; readonly flaw: JsonFlaw };

/** Default depth: as deep as the gateway reads arguments. */
export function parseExact(text: string, maxDepth = 64): Parsed {
  const reader = new Reader(text, maxDepth);
  try {
    return { kind: "value", value: reader.readAll() };
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { kind: "flawed", flaw: { ...placeIn(text, error.at), expected: error.expected } };
  }
}

/** Prints on one line, or with an indent of two. What is unfinished is printed as it was typed. */
export function printExact(value: Exact, style: "line" | "lines" = "line"): string {
  return printed(value, style === "line" ? undefined : "");
}

function printed(value: Exact, indent: string | undefined): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "text":
      return JSON.stringify(value.value);
    case "list":
      return bracketed("[]", printedItems(value.items, indent), indent);
    case "object":
      return bracketed("{}", printedMembers(value, indent), indent);
    case "number":
    case "unfinished":
      return value.text;
    default:
      return assertNever(value);
  }
}

function assertNever(value: never): never {
  throw new TypeError(`There is no such value: ${JSON.stringify(value)}`);
}

function printedItems(items: readonly Exact[], indent: string | undefined): readonly string[] {
  return items.map((item) => printed(item, deeper(indent)));
}

function printedMembers({ members }: ExactObject, indent: string | undefined): readonly string[] {
  const colon = indent === undefined ? ":" : ": ";
  return members.map(
    ([name, member]) => JSON.stringify(name) + colon + printed(member, deeper(indent)),
  );
}

function deeper(indent: string | undefined): string | undefined {
  return indent === undefined ? undefined : `${indent}  `;
}

function bracketed(
  brackets: "[]" | "{}",
  parts: readonly string[],
  indent: string | undefined,
): string {
  const [open = "", close = ""] = brackets;
  if (indent === undefined) return open + parts.join(",") + close;
  if (parts.length === 0) return brackets;
  const inner = `\n${indent}  `;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent}${close}`;
}

/** Tells whether two values are the same, with the same digits in the same order. */
export function isSame(one: Exact | undefined, other: Exact | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined || one.kind !== other.kind) return false;
  return printExact(one) === printExact(other);
}

/** Returns a value as `JSON.parse` makes it. Numbers may lose digits. */
export function jsonOf(value: Exact): Json {
  switch (value.kind) {
    case "boolean":
    case "text":
      return value.value;
    case "number":
      return Number(value.text);
    case "list":
      return value.items.map(jsonOf);
    case "object":
      return Object.fromEntries(value.members.map(([name, member]) => [name, jsonOf(member)]));
    case "null":
    case "unfinished":
      return null;
    default:
      return assertNever(value);
  }
}

/** Tells whether a value can be sent. */
export function isFinished(value: Exact): boolean {
  if (value.kind === "unfinished") return false;
  if (value.kind === "list") return value.items.every(isFinished);
  return value.kind !== "object" || value.members.every(([, member]) => isFinished(member));
}

class Flaw extends Error {
  readonly at: number;
  readonly expected: string;

  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

function placeIn(text: string, at: number): Pick<JsonFlaw, "line" | "column"> {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const blank = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

const words: ReadonlyMap<string, Exact> = new Map<string, Exact>([
  ["true", { kind: "boolean", value: true }],
  ["false", { kind: "boolean", value: false }],
  ["null", nothing],
]);

/** Linear in the text, which may be long. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') return at;
    if (char === "\\") at += 1;
  }
  return -1;
}

function stringIn(quoted: string): string | undefined {
  try {
    const value = parseJson(quoted);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  readAll(): Exact {
    const value = this.#value();
    this.#take(blank);
    if (this.#at < this.#text.length) throw this.#flaw("nothing after the value");
    return value;
  }

  #value(): Exact {
    this.#take(blank);
    const next = this.#text[this.#at];
    if (next === "{") return { kind: "object", members: this.#nested(() => this.#members()) };
    if (next === "[") return { kind: "list", items: this.#nested(() => this.#items()) };
    if (next === '"') return textOf(this.#string());
    const known = words.get(this.#take(word) ?? "");
    if (known !== undefined) return known;
    const text = this.#take(number);
    if (text === undefined) throw this.#flaw("a value");
    return { kind: "number", text };
  }

  #nested<Content>(read: () => Content): Content {
    if (this.#depth === this.#maxDepth) throw this.#flaw(`at most ${this.#maxDepth} levels`);
    this.#depth += 1;
    this.#at += 1;
    const content = read();
    this.#depth -= 1;
    return content;
  }

  #members(): readonly Member[] {
    const members = new Map<string, Exact>();
    if (this.#ends("}")) return [];
    do {
      this.#take(blank);
      const at = this.#at;
      if (this.#text[at] !== '"') throw this.#flaw("a name in quotes");
      const name = this.#string();
      if (members.has(name)) throw new Flaw(at, "a name that the object does not have yet");
      if (!this.#has(":")) throw this.#flaw("a colon");
      members.set(name, this.#value());
    } while (this.#has(","));
    if (!this.#has("}")) throw this.#flaw("a comma or }");
    return [...members];
  }

  #items(): readonly Exact[] {
    const items: Exact[] = [];
    if (this.#ends("]")) return items;
    do items.push(this.#value());
    while (this.#has(","));
    if (!this.#has("]")) throw this.#flaw("a comma or ]");
    return items;
  }

  #string(): string {
    const end = closingQuote(this.#text, this.#at + 1);
    const value = end === -1 ? undefined : stringIn(this.#text.slice(this.#at, end + 1));
    if (value === undefined) throw this.#flaw("a text that ends with a quote, with valid escapes");
    this.#at = end + 1;
    return value;
  }

  #ends(close: string): boolean {
    return this.#has(close);
  }

  #has(sign: string): boolean {
    this.#take(blank);
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #flaw(expected: string): Flaw {
    return new Flaw(this.#at, expected);
  }
}
