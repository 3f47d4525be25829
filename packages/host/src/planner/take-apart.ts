import { isJsonArray, parseJson } from "@toolcourt/sdk";
import { daysIn } from "./dates.ts";
import { findNumbers } from "./find-numbers.ts";
import { addressesIn, findNames, quotedIn, type Stretch } from "./find-texts.ts";
import type { ListMention, Mention, Question } from "./mention.ts";
import { between, rangeOf, type Token, tokenAt, tokensOf } from "./words.ts";

/** Maximum question length. People do not type more, and time is bounded. */
const maxQuestionLength = 4_000;
/** Limit per kind, and for all kinds together. */
const maxMentions = 100;

/** Splits a question into potential values. Priority: quotations, dates, numbers, names. */
export function takeApart(question: string, today?: string): Question {
  const text = question.slice(0, maxQuestionLength);
  const tokens = tokensOf(text);
  const taken: Mention[] = [];
  const take = (mentions: readonly Mention[]): void => {
    for (const mention of mentions.slice(0, maxMentions))
      if (!taken.some((other) => overlaps(mention, other))) taken.push(mention);
  };
  take(listsIn(text, tokens));
  const written = [addressesIn(text), quotedIn(text)].map((each) => each.slice(0, maxMentions));
  for (const each of written) take(each.flatMap((stretch) => textAt(tokens, stretch)));
  take(
    daysIn(text, today)
      .slice(0, maxMentions)
      .flatMap(({ iso, ...at }) =>
        placed(tokens, at).map((place) => ({ kind: "day", iso, ...place }) as const),
      ),
  );
  const names = findNames(tokens);
  take(names.filter(({ last }) => tokenAt(tokens, last).kind === "number"));
  take(withoutCounters(tokens, findNumbers(tokens)));
  take(names);
  const mentions = withEnumerations(
    tokens,
    taken.toSorted((a, b) => a.first - b.first).slice(0, maxMentions),
  );
  return {
    text,
    tokens,
    mentions,
    stems: new Set(tokens.flatMap(({ stems, lower }) => [...stems, lower])),
  };
}

/** Drops counters: in "two numbers: 40 and 50" the "two" is no value. */
function withoutCounters(tokens: readonly Token[], found: readonly Mention[]): readonly Mention[] {
  const isWord = ({ first }: Mention): boolean => tokenAt(tokens, first).kind === "word";
  const lists = tokens.filter(({ text }) => text === "[").length;
  return found.filter((mention) => {
    if (mention.kind !== "number" || !isWord(mention)) return true;
    const after = found.filter((other) => other.first > mention.last && !isWord(other)).length;
    return mention.value < 2 || (after !== mention.value && lists !== mention.value);
  });
}

function overlaps(a: Mention, b: Mention): boolean {
  return a.first <= b.last && b.first <= a.last;
}

function textAt(tokens: readonly Token[], stretch: Stretch): readonly Mention[] {
  return placed(tokens, stretch).map((place) => ({
    kind: "text",
    form: "quoted",
    text: stretch.text,
    ...place,
  }));
}

function placed(
  tokens: readonly Token[],
  { start, end }: Pick<Stretch, "start" | "end">,
): readonly { first: number; last: number }[] {
  const first = tokens.findIndex((token) => token.end > start);
  const last = tokens.findLastIndex((token) => token.start < end);
  return first === -1 || last < first ? [] : [{ first, last }];
}

/** Returns bracketed lists, as JSON or with bare words. */
function listsIn(text: string, tokens: readonly Token[]): readonly Mention[] {
  const found = text.matchAll(/\[[^[\]]*\]/gu).take(maxMentions);
  return [...found].flatMap((match) => {
    const items = itemsOf(match[0]);
    if (items === undefined) return [];
    return placed(tokens, rangeOf(match)).map((at) => ({ kind: "list", items, ...at }) as const);
  });
}

function itemsOf(written: string): readonly (number | string)[] | undefined {
  const inside = written.slice(1, -1).trim();
  if (inside === "") return undefined;
  const items =
    readAsJson(written) ??
    inside.split(",").map((part) => part.trim().replaceAll(/^['"]|['"]$/g, ""));
  const read = items.map((item) =>
    typeof item === "string" && item !== "" && !Number.isNaN(Number(item)) ? Number(item) : item,
  );
  const isPlain = read.every((item) => typeof item === "string" || typeof item === "number");
  return isPlain
    ? read.filter((item) => typeof item === "string" || typeof item === "number")
    : undefined;
}

function readAsJson(written: string): readonly unknown[] | undefined {
  try {
    const value = parseJson(written);
    return isJsonArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Detects lists such as "85, 90 and 88": three or more values of one kind, separated only by commas
 * and "and".
 */
function withEnumerations(
  tokens: readonly Token[],
  mentions: readonly Mention[],
): readonly Mention[] {
  const result: Mention[] = [];
  for (let at = 0; at < mentions.length; at += 1) {
    let end = at;
    while (isEnumerated(tokens, mentions[end], mentions[end + 1])) end += 1;
    const run = mentions.slice(at, end + 1);
    if (run.length >= 3) result.push(listOf(run));
    else result.push(...run);
    at = end;
  }
  return result;
}

function isEnumerated(
  tokens: readonly Token[],
  left: Mention | undefined,
  right: Mention | undefined,
): boolean {
  if (
    left === undefined ||
    right?.kind !== left.kind ||
    left.kind === "day" ||
    left.kind === "list"
  )
    return false;
  return /^(?:,|and|or|, and|, or|&)$/.test(between(tokens, left.last, right.first));
}

function listOf(run: readonly Mention[]): ListMention {
  const items = run.map((mention) => itemOf(mention));
  return { kind: "list", items, first: run[0]?.first ?? 0, last: run.at(-1)?.last ?? 0 };
}

export function itemOf(mention: Mention): number | string {
  if (mention.kind === "number") return mention.value;
  return mention.kind === "text" ? mention.text : "";
}
