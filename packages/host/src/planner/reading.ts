import { functionWords } from "./closed-class.ts";
import type { Meanings } from "./meanings.ts";
import { createUnslip, type Unslip } from "./slips.ts";
import { partsOf } from "./words.ts";

/**
 * Returns the topic words of a text in order, with unknown words replaced by their most likely
 * known form.
 */
export type Reading = (text: string) => readonly string[];

/** Limit for upstream texts: maximum unknown words examined. */
const mostUnknown = 50;

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
      return unknown > mostUnknown ? word : lookAt(word);
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
const shortestPart = 3;
const shortestJoined = 7;
/** Names consist of this many common words. With rare ones almost any word would split in two. */
const commonWords = 20_000;

/** Splits a word into two common words, preferring the most common pair. */
function joined(word: string, { placeOf }: Meanings): readonly string[] | undefined {
  if (word.length < shortestJoined) return undefined;
  let best: readonly string[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let at = shortestPart; at <= word.length - shortestPart; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    const places = parts.map((part) => placeOf(part) ?? commonWords);
    if (places.some((place) => place >= commonWords)) continue;
    const product = places.reduce((some, place) => some * (place + 1), 1);
    if (product < least) [best, least] = [parts, product];
  }
  return best;
}
