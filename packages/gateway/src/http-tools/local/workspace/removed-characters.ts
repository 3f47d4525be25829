import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

/** Characters that were taken out of a text at one place. */
export interface RemovedRun {
  /** The number of characters of the cleaned text before the place. */
  readonly at: number;
  /** Code points in order, such as U+200B. */
  readonly characters: string[];
}

export interface CleanText {
  readonly text: string;
  /** Putting every run back at its place gives the original text. */
  readonly removed: RemovedRun[];
}

/** Removes the hidden characters of a text, and says which and where. */
export function removeHidden(original: string): CleanText {
  const { text, removed } = withoutHiddenCharacters(original);
  return { text, removed: removed === 0 ? [] : runsBetween(original, text) };
}

// Cleaning only deletes, so the text is the original with gaps. The gaps are found by walking both.
function runsBetween(original: string, text: string): RemovedRun[] {
  const runs: RemovedRun[] = [];
  const kept = Array.from(text);
  let at = 0;
  for (const character of original) {
    if (character === kept[at]) {
      at += 1;
      continue;
    }
    const last = runs.at(-1);
    if (last?.at === at) last.characters.push(codeOf(character));
    else runs.push({ at, characters: [codeOf(character)] });
  }
  return runs;
}

function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, "0")}`;
}
