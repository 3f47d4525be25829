import { redactFound } from "../redaction/redaction.ts";

/**
 * Escapes untrusted text for terminals and CI logs. Escapes cursor movement, colors, reordering,
 * invisible characters and CI runner commands, and redacts likely secrets. Every sink passes
 * untrusted text through this function or `printableJson`.
 *
 * @example
 * ```ts
 * printable("\u001b[31mred"); // "\\u{1b}[31mred"
 * ```
 */
export function printable(text: string): string {
  return redactFound(text)
    .replace(unprintable, escaped)
    .replace(beginsCommand, escaped)
    .replace(commandAnywhere, escaped);
}

/** Escapes each line and keeps our own line breaks. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/**
 * Serializes a value with control and invisible characters escaped. The value stays the same.
 *
 * @example
 * ```ts
 * printableJson({ name: "get\u202ecard" }); // '{"name":"get\\u202ecard"}'
 * ```
 */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent)
    .replace(unprintableInJson, escapeUnits)
    .replace(commandAnywhere, escapeUnits);
}

// GitHub reads a line that starts with `::` as a command, leading blanks ignored. Wrapping can move
// any word to the start of a line. Commands start with a letter, so the address `::1` is safe.
const beginsCommand = /(?<=^|\s):(?=:[a-z])/gi;
// Runners find older GitHub commands, and those of Azure and TeamCity, anywhere in a line.
const commandAnywhere = /#(?=#\w*\[)/g;

// All characters without a glyph: control, format, lone surrogates, line separators, fillers.
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// Line feeds here are our own indentation. Those in values are already escaped.
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
