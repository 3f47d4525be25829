import { hideFound } from "../redaction/hide-found.ts";

/**
 * Text from strangers, fit for a terminal: whatever moves the cursor, colors, reorders or hides is
 * shown as an escape, and what looks like a secret is not shown. Every sink passes foreign text through here
 * or through `printableJson`.
 */
export function printable(text: string): string {
  return hideFound(text).replace(unprintable, (found) => `\\u{${codePoint(found)}}`);
}

/** A JSON text in which no control or invisible character stands raw. The value stays the same. */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(unprintableInJson, escapeUnits);
}

// Everything without a glyph of its own: controls, formats, halves of pairs, line separators, fillers.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// The line feeds of an indented JSON text are its own; those of a stranger are escaped already.
const unprintableInJson = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function codePoint(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16);
}

function escapeUnits(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
