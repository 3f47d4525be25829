import { cut, nearest } from "../kernel/nearest.ts";

/** The part of a zod issue used for messages. */
export interface Given {
  readonly input?: unknown;
}

/** Builds a message with the expected and the actual value. */
export function expected(what: string): (given: Given) => string {
  return ({ input }) =>
    input === undefined ? missing(what) : `Expected ${what}, got ${shown(input)}.`;
}

/** Builds a message without the actual value, which may be a secret. */
export function expectedUnseen(what: string): (given: Given) => string {
  return ({ input }) =>
    input === undefined ? missing(what) : `Expected ${what}, got ${kindOf(input)}.`;
}

/** Builds a message for a choice, with the nearest option. */
export function expectedOneOf(choices: readonly string[]): (given: Given) => string {
  const what = listed(choices);
  return ({ input }) => {
    const guess = typeof input === "string" ? nearest(input, choices) : undefined;
    return `${expected(what)({ input })}${didYouMean(guess)}`;
  };
}

export function didYouMean(guess: string | undefined): string {
  return guess === undefined ? "" : ` Did you mean "${guess}"?`;
}

/** `a`, `a or b`, `a, b or c`. */
function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function missing(what: string): string {
  return `This is missing; expected ${what}.`;
}

/** Formats a value for a message: short and plain, or only its type. */
export function shown(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string" && /^[\w.:+/-]{1,32}$/.test(value)) return `"${value}"`;
  return kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return value === "" ? "an empty text" : "another text";
  return typeof value === "object" ? "keys and values" : `a ${typeof value}`;
}

export type Path = readonly (string | number)[];

/**
 * Formats a path such as `toolbox.mcps[0].mode`. Quotes odd keys, so that a message stays on one
 * line.
 */
export function pathText(path: Path): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${keyText(part)}`))
    .join("")
    .replace(/^\./, "");
}

function keyText(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : JSON.stringify(cut(key));
}
