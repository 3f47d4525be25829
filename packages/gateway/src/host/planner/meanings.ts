/** What words mean, as directions in a space: words that are used alike point alike. */
export interface Meanings {
  readonly dimensions: number;
  /** Adds the direction of a word to a sum, so strongly. A word that is not known adds nothing. */
  readonly add: (word: string, weight: number, sum: Float32Array) => void;
  /** Between 0 and 1: how seldom English has the word. One that is not known is as rare as can be. */
  readonly rarityOf: (word: string) => number;
  /** How many known words are commoner, for a word that is known. */
  readonly placeOf: (word: string) => number | undefined;
  /** All that are known, the commonest first. */
  readonly words: readonly string[];
}

/** Three numbers: how many words, how many dimensions, how many bytes the words take. */
const headerBytes = 12;

/**
 * Reads a table of words: the header, the words with line feeds between them, then for each word one
 * signed byte a dimension. The commonest words come first, and have short directions: they say little.
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

/** About so many of the commonest words are equally common: a word's share falls with its rank only after them. */
const commonAlike = 10;

const malformed = "The table of words is not whole.";

/** The same direction with the length 1; nothing stays nothing. */
export function ofLengthOne(sum: Float32Array): Float32Array {
  let square = 0;
  for (const part of sum) square += part * part;
  return square === 0 ? sum : sum.map((part) => part / Math.sqrt(square));
}
