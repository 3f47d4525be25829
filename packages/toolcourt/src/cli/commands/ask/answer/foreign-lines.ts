import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { fold } from "./fold.ts";

/** Longer texts are truncated. `--json` prints all of it. */
const mostCharacters = 4_000;

/**
 * Formats untrusted text in lines of at most `width` columns. Escapes everything that would move
 * the cursor, color or hide. Keeps its line ends, so every line needs our margin before it.
 */
export function foreignLines(text: string, width: number): readonly string[] {
  const begun = text.slice(0, mostCharacters).toWellFormed();
  // Scanned as a whole first: a secret over several lines is in none of them.
  const lines = redactFound(begun)
    .split(/\r?\n/)
    .flatMap((line) => fold(printable(line), width));
  const left = text.length - begun.length;
  return left === 0 ? lines : [...lines, `[${left} more of ${text.length} characters]`];
}
