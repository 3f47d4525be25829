/** Told of every word that is found: which one it is and where it starts. */
export type Visit = (word: number, start: number) => void;

/** Looks through a text once, and tells of each of the words in it, in large or small letters. */
export type FindAnchors = (text: Characters, visit: Visit) => void;

/** The low byte of each character: in loops several times as fast as asking a string for them. */
export type Characters = Uint8Array;

/** A character beyond Latin-1 may pass for another one here; whoever finds something looks at the text itself. */
export function charactersOf(text: string): Characters {
  return Buffer.from(text, "latin1");
}

/** The shortest word that can be looked for. */
export const shortestAnchor = 4;

const block = 3;
const buckets = 2 ** 15;
const longestStride = shortestAnchor - block + 1;

/**
 * All words are looked for at the same time (Wu and Manber), so that a text costs the same whatever their
 * number: three characters that begin no word let it skip ahead. Words are small ASCII of four or more.
 */
export function createFindAnchors(words: readonly string[]): FindAnchors {
  const strides = new Uint8Array(buckets).fill(longestStride);
  const byEnding = Array<Anchor[] | undefined>(buckets).fill(undefined);
  for (const [index, word] of words.entries()) {
    const characters = charactersOf(word);
    for (let end = block - 1; end < shortestAnchor; end += 1) {
      const hash = hashAt(characters, end);
      strides[hash] = Math.min(strides[hash] ?? 0, shortestAnchor - 1 - end);
    }
    const ending = hashAt(characters, shortestAnchor - 1);
    byEnding[ending] = [...(byEnding[ending] ?? []), { index, characters }];
  }
  const check = (text: Characters, start: number, visit: Visit): void => {
    const last = start + shortestAnchor - 1;
    for (const { index, characters } of byEnding[hashAt(text, last)] ?? []) {
      if (standsAt(text, start, characters)) visit(index, start);
    }
  };
  return (text, visit) => {
    for (let at = shortestAnchor - 1; at < text.length; ) {
      const stride = strides[hashAt(text, at)] ?? 1;
      if (stride === 0) check(text, at - shortestAnchor + 1, visit);
      at += stride === 0 ? 1 : stride;
    }
  };
}

interface Anchor {
  readonly index: number;
  readonly characters: Characters;
}

/** Whether a word in small letters stands there, in letters large or small. */
export function standsAt(text: Characters, start: number, word: Characters): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const character = text[start + at] ?? 0;
    const isLarge = character >= 65 && character <= 90;
    if ((isLarge ? character + 32 : character) !== word[at]) return false;
  }
  return true;
}

// Five bits of each character tell all letters apart, and large ones not from small ones. The table is then
// small enough to stay in the fastest memory.
function hashAt(text: Characters, last: number): number {
  const first = (text[last - 2] ?? 0) & 31;
  const second = (text[last - 1] ?? 0) & 31;
  return (first << 10) | (second << 5) | ((text[last] ?? 0) & 31);
}
