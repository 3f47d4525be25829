import { functionWords } from "./closed-class.ts";
import { announces } from "./evidence.ts";
import type { Mention, Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { between, type Token } from "./words.ts";

export interface Coordinated {
  readonly parameter: Parameter;
  readonly mention: Mention;
}

/** Detects "base and height of 6 cm and 10 cm": as many names as values, in the same order. */
export function coordinatedIn(
  question: Question,
  parameters: readonly Parameter[],
): readonly Coordinated[] {
  return question.mentions.flatMap((start, at) => {
    const run = runAt(question, at);
    const named = run.length < 2 ? [] : namedBefore(question, parameters, start.first);
    if (named.length !== run.length) return [];
    return named.flatMap((parameter, nth) => {
      const mention = run[nth];
      return mention === undefined ? [] : [{ parameter, mention }];
    });
  });
}

/** Returns the longest run of values of one kind from here, separated only by "and" and commas. */
function runAt({ tokens, mentions }: Question, at: number): readonly Mention[] {
  const run: Mention[] = [];
  for (const mention of mentions.slice(at)) {
    const before = run.at(-1);
    const isNext =
      before === undefined ||
      (before.kind === mention.kind &&
        /^(?:,|and|, and)$/.test(between(tokens, before.last, mention.first)));
    if (!isNext) break;
    run.push(mention);
  }
  return run;
}

/** Returns the parameters named one after the other right before a value. */
function namedBefore(
  { tokens, mentions }: Question,
  parameters: readonly Parameter[],
  first: number,
): readonly Parameter[] {
  const named: Parameter[] = [];
  let isJoined = true;
  for (const token of tokensBefore(tokens, mentions, first).toReversed()) {
    const parameter = parameters.find((one) => announces(one, token) === 3);
    if (parameter === undefined) {
      if (!mayStandBetween(token, named.length > 0)) break;
      isJoined ||= isJoint(token);
    } else {
      if (!isJoined) break;
      named.unshift(parameter);
      isJoined = false;
    }
  }
  return new Set(named).size === named.length ? named : [];
}

/** Returns the tokens between the previous value and this one. */
function tokensBefore(
  tokens: readonly Token[],
  mentions: readonly Mention[],
  first: number,
): readonly Token[] {
  const before = mentions.findLast(({ last }) => last < first)?.last ?? -1;
  return tokens.slice(before + 1, first);
}

function isJoint({ lower }: Token): boolean {
  return lower === "and" || lower === ",";
}

/**
 * Other words may stand between the last name and the first value. Between two names only "its" and
 * the like may.
 */
function mayStandBetween(token: Token, isAmongNames: boolean): boolean {
  if (isJoint(token)) return true;
  return token.kind === "word" && (!isAmongNames || functionWords.has(token.lower));
}
