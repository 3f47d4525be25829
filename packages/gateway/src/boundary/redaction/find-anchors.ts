import type { Span } from "./spans.ts";

/** Called for every match, with the word's index and start. */
export type Visit = (word: number, start: number) => void;

/** Scans a span once and reports every word in it, case-insensitively. */
export type FindAnchors = (text: Characters, within: Span, visit: Visit) => void;

/** The low byte of each character. In loops this is several times as fast as string access. */
export type Characters = Uint8Array;

/**
 * Truncates characters beyond Latin-1, so they may match falsely. Verify every match on the text
 * itself.
 */
export function charactersOf(text: string): Characters {
  return Buffer.from(text, "latin1");
}

// Allocating memory for a large text would cost a tenth of the whole scan.
const scratch = Buffer.allocUnsafeSlow(2 ** 18);
const worthIt = 2 ** 12;

/** Like `charactersOf`, but the result is valid only until the next call. */
export function passingCharactersOf(text: string): Characters {
  if (text.length < worthIt || text.length > scratch.length) return charactersOf(text);
  return scratch.subarray(0, scratch.write(text, "latin1"));
}

/** Minimum length of an anchor. */
export const minAnchorLength = 4;

const block = 3;
const isFront = 1;
const isBack = 2;

/**
 * Searches for all words at once, so the cost does not depend on their number. Tests three
 * characters at every second position. They can be the front or the back of a word's first four
 * characters. Words must be lower-case ASCII of at least four characters.
 */
export function createFindAnchors(words: readonly string[]): FindAnchors {
  const blocks = new Uint8Array(2 ** (5 * block));
  const beginnings = new Uint8Array(2 ** 13);
  const anchors = words.map((word, index) => ({ index, characters: charactersOf(word) }));
  const byBeginning = Map.groupBy(anchors, ({ characters }) => beginningAt(characters, 0));
  for (const { characters } of anchors) {
    mark(blocks, blockAt(characters, 0), isFront);
    mark(blocks, blockAt(characters, 1), isBack);
    beginnings[placeOf(beginningAt(characters, 0))] = 1;
  }
  const visitAt = (text: Characters, start: number, visit: Visit): void => {
    if (start + minAnchorLength > text.length) return;
    const beginning = beginningAt(text, start);
    if (beginnings[placeOf(beginning)] === 0) return;
    for (const { index, characters } of byBeginning.get(beginning) ?? []) {
      if (standsAt(text, start, characters)) visit(index, start);
    }
  };
  // A loop without calls runs three times as fast, and so does one that never reads past the end.
  const nextBlock = (text: Characters, from: number, last: number): number => {
    for (let at = from; at <= last; at += 2) {
      if (blocks[blockAt(text, at)] !== 0) return at;
    }
    return -1;
  };
  return (text, { start, end }, visit) => {
    const last = end - block;
    for (let at = nextBlock(text, start, last); at !== -1; at = nextBlock(text, at + 2, last)) {
      const known = blocks[blockAt(text, at)] ?? 0;
      if ((known & isBack) !== 0 && at > start) visitAt(text, at - 1, visit);
      if ((known & isFront) !== 0) visitAt(text, at, visit);
    }
  };
}

function mark(blocks: Uint8Array, which: number, as: number): void {
  blocks[which] = (blocks[which] ?? 0) | as;
}

/** Tells whether a lower-case word stands at `start`, case-insensitively. */
export function standsAt(text: Characters, start: number, word: Characters): boolean {
  if (start + word.length > text.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const character = text[start + at] ?? 0;
    const isLarge = character >= 65 && character <= 90;
    if ((isLarge ? character + 32 : character) !== word[at]) return false;
  }
  return true;
}

// Five bits per character distinguish all letters, but not their case. This keeps the block table
// small enough for the L1 cache.
function blockAt(text: Characters, at: number): number {
  const front = (((text[at] ?? 0) & 31) << 5) | ((text[at + 1] ?? 0) & 31);
  return (front << 5) | ((text[at + 2] ?? 0) & 31);
}

function beginningAt(text: Characters, at: number): number {
  return (blockAt(text, at) << 5) | ((text[at + block] ?? 0) & 31);
}

/** Hashes the first characters into a table that also fits the L1 cache. */
function placeOf(beginning: number): number {
  return Math.imul(beginning, 0x9e37_79b1) >>> 19;
}
