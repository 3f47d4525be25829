import { printable } from "../../boundary/files/printable.ts";
import { hideFound } from "../../boundary/redaction/hide-found.ts";
import { fold } from "./fold.ts";

/** Longer texts are begun only: whoever wants all of it takes `--json`. */
const mostCharacters = 4_000;

/**
 * A stranger's text in lines of at most `width` columns: what would move the cursor, color or hide
 * stands as an escape. The text's own line ends stay, so every line needs a margin of ours before it.
 */
export function foreignLines(text: string, width: number): readonly string[] {
  const begun = text.slice(0, mostCharacters).toWellFormed();
  // Looked through as a whole first: a secret over several lines is none of any line.
  const lines = hideFound(begun)
    .split(/\r?\n/)
    .flatMap((line) => fold(printable(line), width));
  const left = text.length - begun.length;
  return left === 0 ? lines : [...lines, `[${left} more of ${text.length} characters]`];
}
