/** What a message has too much of. */
export type Excess = "keys" | "values" | "depth";

/**
 * The most that a message may have, from a client or from a server. A message at all of these limits
 * holds the event loop for less than 250 ms.
 */
export const messageLimits = { keys: 50_000, values: 250_000, depth: 64 } as const;

/** A shorter text is read in a few milliseconds, whatever it has. */
export const harmlessLength = 64 * 1024;

/** Names each limit. */
export const limitOf = {
  keys: `${messageLimits.keys} keys`,
  values: `${messageLimits.values} values`,
  depth: `${messageLimits.depth} levels`,
} as const satisfies Record<Excess, string>;

/**
 * Counts keys, values and depth of a JSON text before it is parsed, in one pass without allocating.
 * Returns the first excess. Text that is no JSON may pass: the parser refuses it.
 */
export function excessIn(text: string): Excess | undefined {
  if (text.length <= harmlessLength) return undefined;
  const count = { keys: 0, values: 1, depth: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      at = closingQuote(text, at + 1);
      if (at === -1) return undefined;
    } else if (add(char, count)) {
      const excess = excessOf(count);
      if (excess !== undefined) return excess;
    }
  }
  return undefined;
}

type Count = Record<Excess, number>;

/** Counts a character outside strings. Returns whether a count has grown. */
function add(char: number, count: Count): boolean {
  switch (char) {
    case colon:
      count.keys += 1;
      return true;
    case comma:
      count.values += 1;
      return true;
    case openBracket:
    case openBrace:
      count.values += 1;
      count.depth += 1;
      return true;
    case closeBracket:
    case closeBrace:
      count.depth -= 1;
      return false;
    default:
      return false;
  }
}

function excessOf({ keys, values, depth }: Count): Excess | undefined {
  if (keys > messageLimits.keys) return "keys";
  if (values > messageLimits.values) return "values";
  return depth > messageLimits.depth ? "depth" : undefined;
}

const [quote, colon, comma] = [0x22, 0x3a, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the position of the quote that ends a string, or -1. */
export function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && isEscaped(text, at, from)) at = text.indexOf('"', at + 1);
  return at;
}

/** Returns whether a quote is escaped, that is, preceded by an odd number of backslashes. */
function isEscaped(text: string, end: number, from: number): boolean {
  let backslashes = 0;
  while (end - backslashes > from && text.charCodeAt(end - backslashes - 1) === 0x5c) {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}

const member = /"(id|method)"\s*:\s*(\d{0,15})/y;

/**
 * Returns the id of an answer that has too much to be parsed. Undefined for a request, a
 * notification and an id that is not ours.
 */
export function answeredIdIn(text: string): number | undefined {
  let depth = 0;
  let id: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char !== quote) {
      depth += stepOf(char);
      continue;
    }
    const { key, digits } = depth === 1 ? memberAt(text, at) : noMember;
    if (key === "method") return undefined;
    if (key === "id" && digits !== "") id = Number(digits);
    at = closingQuote(text, at + 1);
    if (at === -1) return undefined;
  }
  return id;
}

const noMember = { key: "", digits: "" };

function memberAt(text: string, at: number): typeof noMember {
  member.lastIndex = at;
  const [, key = "", digits = ""] = member.exec(text) ?? [];
  return { key, digits };
}

function stepOf(char: number): number {
  if (char === openBracket || char === openBrace) return 1;
  return char === closeBracket || char === closeBrace ? -1 : 0;
}
