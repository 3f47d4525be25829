import { functionWords } from "./closed-class.ts";
import type { Meanings } from "./meanings.ts";
import { createUnslip, type Unslip } from "./slips.ts";
import { partsOf } from "./words.ts";

/** The words of a text that carry a topic, in order: those that are not known as the known ones that they most likely are. */
export type Reading = (text: string) => readonly string[];

/** A stranger's text may have as many unknown words as it likes; so many are looked at. */
const mostUnknown = 50;

/**
 * Reads `exportchat` as "export chat" and `managment` as "management": names are run together and
 * words are misspelled in what tools say of themselves, as in what people ask.
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

/** Made when the first unknown word comes, and once a table: it takes as long as reading the table does. */
function unslipOf(meanings: Meanings): Unslip {
  const unslip = unslips.get(meanings) ?? createUnslip(meanings.words);
  unslips.set(meanings, unslip);
  return unslip;
}

/** A longer word is no word. */
const longest = 24;

function isReadable(word: string): boolean {
  return word.length <= longest && /^[a-z]+$/.test(word);
}

/** The fewest letters of a word within another, and of two that are run together. */
const shortestPart = 3;
const shortestJoined = 7;
/** Of so many words names are made; almost any word falls into two rare ones. */
const commonWords = 20_000;

/** The two common words that stand in one, the commonest two where there are several. */
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
