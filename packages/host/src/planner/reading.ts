import { functionWords } from "./closed-class.ts";
import type { Meanings } from "./meanings.ts";
import { partsOf } from "./words.ts";

/**
 * Returns the topic words of a text in order, with unknown words replaced by their most likely
 * known form.
 */
export type Reading = (text: string) => readonly string[];

/** Limit for upstream texts: maximum unknown words examined. */
const maxUnknown = 50;

/**
 * Reads `exportchat` as "export chat" and `managment` as "management". Tool descriptions and
 * questions contain joined and misspelled words.
 */
export function createReading(meanings: Meanings): Reading {
  const lookAt = (word: string): readonly string[] =>
    joined(word, meanings) ?? [unslipOf(meanings)(word) ?? word];

  return (text) => {
    let unknown = 0;
    return partsOf(text).flatMap((word) => {
      if (functionWords.has(word)) return [];
      if (meanings.placeOf(word) !== undefined || !isReadable(word)) return word;
      unknown += 1;
      return unknown > maxUnknown ? word : lookAt(word);
    });
  };
}

const unslips = new WeakMap<Meanings, Unslip>();

/** Built lazily and once per table: it takes as long as reading the table. */
function unslipOf(meanings: Meanings): Unslip {
  const unslip = unslips.get(meanings) ?? createUnslip(meanings.words);
  unslips.set(meanings, unslip);
  return unslip;
}

/** Maximum word length. */
const longest = 24;

function isReadable(word: string): boolean {
  return word.length <= longest && /^[a-z]+$/.test(word);
}

/** Minimum letters of a part, and of two joined words. */
const minPartLength = 3;
const minJoinedLength = 7;
/** Names consist of this many common words. With rare ones almost any word would split in two. */
const commonWords = 20_000;

/** Splits a word into two common words, preferring the most common pair. */
function joined(word: string, { placeOf }: Meanings): readonly string[] | undefined {
  if (word.length < minJoinedLength) return undefined;
  let best: readonly string[] | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = minPartLength; at <= word.length - minPartLength; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    const places = parts.map((part) => placeOf(part) ?? commonWords);
    if (places.some((place) => place >= commonWords)) continue;
    const product = places.reduce((some, place) => some * (place + 1), 1);
    if (product < smallest) [best, smallest] = [parts, product];
  }
  return best;
}

/**
 * Returns the most common known word one typo away: a letter omitted, added, replaced or swapped
 * with the next.
 */
type Unslip = (word: string) => string | undefined;

/** Number of letters that are correct at the start or at the end: one typo cannot affect both. */
const wholeEnd = 3;
/** Minimum word length. Shorter words are one typo away from too many others. */
const shortest = 5;

/** Takes the words most common first. */
export function createUnslip(words: readonly string[]): Unslip {
  const byEnd = new Map<string, number[]>();
  words.forEach((word, place) => {
    if (word.length < shortest) return;
    for (const end of endsOf(word)) {
      const places = byEnd.get(end);
      if (places === undefined) byEnd.set(end, [place]);
      else places.push(place);
    }
  });

  return (word) => {
    if (word.length <= shortest) return undefined;
    const places = endsOf(word).flatMap(
      (end) => byEnd.get(end)?.find((place) => isOneSlip(words[place] ?? "", word)) ?? [],
    );
    return words[Math.min(...places)];
  };
}

function endsOf(word: string): readonly string[] {
  return [`${word.slice(0, wholeEnd)}-`, `-${word.slice(-wholeEnd)}`];
}

/** Compares from the first difference. */
function isOneSlip(meant: string, word: string): boolean {
  let at = 0;
  while (at < meant.length && meant[at] === word[at]) at += 1;
  const [one, other] = [meant.slice(at), word.slice(at)];
  const isExchanged = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  const isOther = one.slice(1) === other.slice(1);
  return isOther || isExchanged || one.slice(1) === other || one === other.slice(1);
}
