/** Splits a file into notes, which are separated by empty lines. */
export function splitNotes(text: string): readonly string[] {
  // The empty line inside a note is followed by its signature.
  return text
    .replaceAll(/^\n+|\n+$/g, "")
    .split(/\n\n(?!— )/u)
    .map((note) => `${note}\n`);
}
