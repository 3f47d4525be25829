import type { Span } from "./span.ts";

/** Told of every word that is found: which one it is and where it starts. */
export type Visit = (word: number, start: number) => void;

/** Looks through a stretch once, and tells of each of the words in it, in large or small letters. */
export type FindAnchors = (text: Characters, within: Span, visit: Visit) => void;

/** The low byte of each character: in loops several times as fast as asking a string for them. */
export type Characters = Uint8Array;

/** A character beyond Latin-1 may pass for another one here; whoever finds something looks at the text itself. */
export function charactersOf(text: string): Characters {
  return Buffer.from(text, "latin1");
}

// New memory for a large text costs a tenth of all that is done with it.
const scratch = Buffer.allocUnsafeSlow(2 ** 18);
const worthIt = 2 ** 12;

/** The same, and good only until it is asked for another text. */
export function passingCharactersOf(text: string): Characters {
  if (text.length < worthIt || text.length > scratch.length) return charactersOf(text);
  return scratch.subarray(0, scratch.write(text, "latin1"));
}

/** The shortest word that can be looked for. */
export const shortestAnchor = 4;

const block = 3;
const isFront = 1;
const isBack = 2;

/**
 * All words are looked for at the same time, so that a text costs the same whatever their number. Three
 * characters at every second place tell whether a word can stand there: of the first four of a word they
 * are the front or the back. Words are small ASCII of four or more.
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
    if (start + shortestAnchor > text.length) return;
    const beginning = beginningAt(text, start);
    if (beginnings[placeOf(beginning)] === 0) return;
    for (const { index, characters } of byBeginning.get(beginning) ?? []) {
      if (standsAt(text, start, characters)) visit(index, start);
    }
  };
  // A loop without calls in it runs three times as fast, and so does one that never looks past the end.
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

/** Whether a word in small letters stands there, in letters large or small. */
export function standsAt(text: Characters, start: number, word: Characters): boolean {
  if (start + word.length > text.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const character = text[start + at] ?? 0;
    const isLarge = character >= 65 && character <= 90;
    if ((isLarge ? character + 32 : character) !== word[at]) return false;
  }
  return true;
}

// Five bits of each character tell all letters apart, and large ones not from small ones. The table of blocks
// is then small enough to stay in the fastest memory.
function blockAt(text: Characters, at: number): number {
  const front = (((text[at] ?? 0) & 31) << 5) | ((text[at + 1] ?? 0) & 31);
  return (front << 5) | ((text[at + 2] ?? 0) & 31);
}

function beginningAt(text: Characters, at: number): number {
  return (blockAt(text, at) << 5) | ((text[at + block] ?? 0) & 31);
}

/** Spreads beginnings over a table that stays in the fastest memory too. */
function placeOf(beginning: number): number {
  return Math.imul(beginning, 0x9e37_79b1) >>> 19;
}
