import { type Meanings, ofLengthOne } from "./meanings.ts";
import { stemOf } from "./words.ts";

/** How much each word of a vocabulary says about one word, from 0 to 1, and what that word weighs. */
interface Near {
  readonly nearness: Float32Array;
  readonly weight: number;
}

export type WordKernel = (word: string) => Near;

/** At this distance from the word, another one counts a third. */
const reach = 0.1;
/** Only the same stem is certain. */
const mostAlike = 0.97;

/** Compares a word with all words of a vocabulary, in their order. */
export function createWordKernel(words: readonly string[], meanings: Meanings): WordKernel {
  const { dimensions } = meanings;
  const stems = words.map((word) => stemOf(word));
  const held = new Float32Array(words.length * dimensions);
  words.forEach((word, at) => {
    held.set(ofLengthOne(directionOf(word, meanings)), at * dimensions);
  });
  const fullLength = fullLengthOf(meanings);

  return (word) => {
    const direction = directionOf(word, meanings);
    const unit = ofLengthOne(direction);
    const stem = stemOf(word);
    const nearness = new Float32Array(words.length);
    for (let each = 0, place = 0; each < nearness.length; each += 1) {
      let product = 0;
      for (let at = 0; at < dimensions; at += 1, place += 1)
        product += (unit[at] ?? 0) * (held[place] ?? 0);
      const alike = stems[each] === stem ? 1 : Math.min(product, mostAlike);
      nearness[each] = Math.exp((alike - 1) / reach);
    }
    const length = Math.hypot(...direction);
    // An unknown word is a name, and tells tools apart best.
    return { nearness, weight: length === 0 ? 1 : Math.min(1, length / fullLength) };
  };
}

function directionOf(word: string, meanings: Meanings): Float32Array {
  const sum = new Float32Array(meanings.dimensions);
  meanings.add(word, 1, sum);
  return sum;
}

/** Places in the table of words that are neither common nor rare. */
const [usualFrom, usualTo] = [5_000, 8_000];

/** Returns the length that four fifths of usual words do not exceed. Common words are shorter. */
function fullLengthOf(meanings: Meanings): number {
  const lengths = meanings.words
    .slice(usualFrom, usualTo)
    .map((word) => Math.hypot(...directionOf(word, meanings)))
    .toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.8)] ?? 1;
}
