import { wordSet } from "../planner/closed-class.ts";
import { type Token, tokenAt } from "../planner/words.ts";

/** Internal names for words with a special meaning in context. No real word contains a space. */
const superlative = "most of all";
const coordinating = "both and";
const addition = "not only";
const month = "month of may";
const concession = "even if";

/** Grammar words in that sense: they do not change the claim. */
const idle: ReadonlySet<string> = new Set([coordinating, addition, concession, superlative]);

export function isIdle(lower: string): boolean {
  return idle.has(lower);
}

/** Replaces words that have another meaning in context. */
export function withIdioms(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const lower = senses[token.lower]?.(tokens, at);
    return lower === undefined ? token : { ...token, lower };
  });
}

type Sense = (tokens: readonly Token[], at: number) => string | undefined;

const determiners = wordSet("the its their his her our your my whose");
/** Maximum distance to the second part of "both … and". */
const windowSize = 8;

const senses: Readonly<Record<string, Sense | undefined>> = {
  may: (tokens, at) => {
    const beside = [tokenAt(tokens, at - 1), tokenAt(tokens, at + 1)];
    const isMonth = tokenAt(tokens, at).text === "May";
    return isMonth && beside.some(({ kind }) => kind === "number") ? month : undefined;
  },
  most: (tokens, at) => {
    const before = tokenAt(tokens, at - 1).lower;
    return determiners.has(before) || /['’]s?$/.test(before) ? superlative : undefined;
  },
  both: (tokens, at) => {
    const after = tokens.slice(at + 1, at + 1 + windowSize);
    return after.some(({ lower }) => lower === "and") ? coordinating : undefined;
  },
  not: (tokens, at) => (tokenAt(tokens, at + 1).lower === "only" ? addition : undefined),
  only: (tokens, at) => (tokenAt(tokens, at - 1).lower === "not" ? addition : undefined),
  if: (tokens, at) =>
    /^(?:even|as|what)$/.test(tokenAt(tokens, at - 1).lower) ? concession : undefined,
  few: (tokens, at) => (tokenAt(tokens, at - 1).lower === "a" ? "several" : undefined),
  have: mustBefore,
  has: mustBefore,
  had: mustBefore,
};

/** Reads "have to" as "must". */
function mustBefore(tokens: readonly Token[], at: number): string | undefined {
  return tokenAt(tokens, at + 1).lower === "to" ? "must" : undefined;
}
