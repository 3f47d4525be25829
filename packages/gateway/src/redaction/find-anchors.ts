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
const none: readonly Anchor[] = [];

interface Anchor {
  readonly index: number;
  readonly characters: Characters;
}

/**
 * All words are looked for at the same time, so that a text costs the same whatever their number. Three
 * characters at every second place tell whether a word can stand there: of the first four of a word they
 * are the front or the back. Words are small ASCII of four or more.
 */
export function createFindAnchors(words: readonly string[]): FindAnchors {
  const mayStand = new Uint8Array(buckets);
  const byFront = Array.from({ length: buckets }, () => none);
  const byBack = Array.from({ length: buckets }, () => none);
  for (const [index, word] of words.entries()) {
    const characters = charactersOf(word);
    const front = hashAt(characters, block - 1);
    const back = hashAt(characters, block);
    byFront[front] = [...(byFront[front] ?? none), { index, characters }];
    byBack[back] = [...(byBack[back] ?? none), { index, characters }];
    mayStand[front] = 1;
    mayStand[back] = 1;
  }
  return (text, visit) => {
    for (let last = block - 1; last < text.length; last += 2) {
      const hash = hashAt(text, last);
      if (mayStand[hash] === 0) continue;
      visitAt(text, { start: last - block, anchors: byBack[hash] ?? none, visit });
      visitAt(text, { start: last - block + 1, anchors: byFront[hash] ?? none, visit });
    }
  };
}

interface Candidates {
  readonly start: number;
  readonly anchors: readonly Anchor[];
  readonly visit: Visit;
}

function visitAt(text: Characters, { start, anchors, visit }: Candidates): void {
  for (const { index, characters } of anchors) {
    if (standsAt(text, start, characters)) visit(index, start);
  }
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
