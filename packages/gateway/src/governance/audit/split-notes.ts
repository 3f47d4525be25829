/** The notes of a file that holds one, or several with an empty line between them. */
export function splitNotes(text: string): readonly string[] {
  // The empty line inside of a note has its signature behind it.
  return text
    .replaceAll(/^\n+|\n+$/g, "")
    .split(/\n\n(?!— )/u)
    .map((note) => `${note}\n`);
}
