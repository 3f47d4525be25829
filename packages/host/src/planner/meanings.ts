import { readFileSync } from "node:fs";

/** Word vectors: words with similar use point in similar directions. */
export interface Meanings {
  readonly dimensions: number;
  /** Adds the weighted vector of a word to a sum. No-op for an unknown word. */
  readonly add: (word: string, weight: number, sum: Float32Array) => void;
  /** Returns how rare a word is in English, from 0 to 1. Unknown words are rarest. */
  readonly rarityOf: (word: string) => number;
  /** Returns the rank of a known word, most common first. */
  readonly placeOf: (word: string) => number | undefined;
  /** All known words, most common first. */
  readonly words: readonly string[];
}

/** Three numbers: word count, dimensions, and byte length of the words. */
const headerBytes = 12;

/**
 * Reads a table: the header, the words separated by line feeds, then one signed byte per dimension
 * for each word. The most common words come first, with short vectors: they say little.
 */
export function readMeanings(bytes: Uint8Array): Meanings {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < headerBytes) throw new Error(malformed);
  const [count, dimensions, wordBytes] = [0, 4, 8].map((at) => view.getUint32(at, true));
  if (count === undefined || dimensions === undefined || wordBytes === undefined)
    throw new Error(malformed);
  const from = headerBytes + wordBytes;
  if (bytes.byteLength !== from + count * dimensions) throw new Error(malformed);
  const words = new TextDecoder().decode(bytes.subarray(headerBytes, from)).split("\n");
  const places = new Map(words.map((word, at) => [word, at]));
  const directions = new Int8Array(bytes.buffer, bytes.byteOffset + from, count * dimensions);

  const rarest = Math.log(commonAlike + count);

  return {
    dimensions,
    words,
    rarityOf: (word) => Math.log(commonAlike + (places.get(word) ?? count)) / rarest,
    placeOf: (word) => places.get(word),
    add: (word, weight, sum) => {
      const place = places.get(word);
      if (place === undefined) return;
      const start = place * dimensions;
      for (let at = 0; at < dimensions; at += 1)
        sum[at] = (sum[at] ?? 0) + weight * (directions[start + at] ?? 0);
    },
  };
}

/**
 * Roughly this many of the most common words are equally frequent. Frequency falls with rank only
 * after them.
 */
const commonAlike = 10;

const malformed = "The word table is incomplete.";

/** Normalizes a vector to length 1. Zero stays zero. */
export function ofLengthOne(sum: Float32Array): Float32Array {
  let square = 0;
  for (const part of sum) square += part * part;
  return square === 0 ? sum : sum.map((part) => part / Math.sqrt(square));
}

let shipped: Meanings | undefined;

const place = new URL("../../data/word-meanings.bin", import.meta.url);

/**
 * Returns the table shipped with the package. Read when the first planner is created, then cached.
 */
export function shippedMeanings(): Meanings {
  shipped ??= meaningsAt(place);
  return shipped;
}

/** Explains what is wrong with the table, in our own words and without its path. */
export class TableUnreadable extends Error {
  override readonly name = "TableUnreadable";
}

/** Reads a table. Throws a `TableUnreadable` with a remedy if it is missing or incomplete. */
export function meaningsAt(file: URL): Meanings {
  try {
    return readMeanings(readFileSync(file));
  } catch (cause) {
    throw new TableUnreadable(unreadable, { cause });
  }
}

const unreadable =
  "The built-in planner's word table, data/word-meanings.bin, is missing or incomplete. Install the package again.";
