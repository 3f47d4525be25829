import { hideFound } from "../redaction/hide-found.ts";

/**
 * Text from strangers, fit for a terminal and for the log of a CI run: whatever moves the cursor, colors,
 * reorders, hides or begins a command of the runner is shown as an escape, and what looks like a secret is
 * not shown. Every sink passes foreign text through here or through `printableJson`.
 */
export function printable(text: string): string {
  return hideFound(text)
    .replace(unprintable, escaped)
    .replace(beginsCommand, escaped)
    .replace(commandAnywhere, escaped);
}

/** The same for a text of several lines that are ours to keep. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** A JSON text in which no control or invisible character stands raw. The value stays the same. */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent)
    .replace(unprintableInJson, escapeUnits)
    .replace(commandAnywhere, escapeUnits);
}

// GitHub takes a line that begins with `::` for a command, blanks before it left aside. A text may come
// to stand at the beginning of a line, and where it is wrapped, so may every word of it. Commands have
// names; the address `::1` has none.
const beginsCommand = /(?<=^|\s):(?=:[a-z])/gi;
// Older commands of GitHub, and those of Azure and TeamCity, are found anywhere in a line.
const commandAnywhere = /#(?=#\w*\[)/g;

// Everything without a glyph of its own: controls, formats, halves of pairs, line separators, fillers.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// The line feeds of an indented JSON text are its own; those of a stranger are escaped already.
const unprintableInJson = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

function escapeUnits(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
