import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { isJsonArray, type JsonValue } from "@toolcourt/sdk";
import type { Terminal } from "../../../command.ts";
import { createPaint } from "../../../style.ts";

/** The layout settings of an answer. */
export type Layout = Pick<Terminal, "columns" | "color">;

const maxColumns = 100;
const minColumns = 30;
const margin = "  ";

/** Limits the width: wide lines are hard to read, and a terminal of unknown width reports 0. */
function widthFor({ columns }: Layout): number {
  return Math.max(minColumns, Math.min(maxColumns, columns || maxColumns));
}

type Style = Parameters<ReturnType<typeof createPaint>>[0];

/** Folds and colors a sentence of ours. */
export function ourLines(text: string, layout: Layout, style?: Style): readonly string[] {
  const lines = fold(text, widthFor(layout));
  const paint = createPaint(layout);
  return style === undefined ? lines : lines.map((line) => paint(style, line));
}

/** Formats a sentence of ours under a heading. */
export function noteLines(text: string, layout: Layout, style: Style = "dim"): readonly string[] {
  return under(ourLines(text, { ...layout, columns: widthUnder(layout) }, style));
}

/**
 * Indents lines under a heading. All untrusted text stands behind the margin, so it cannot pass for
 * ours.
 */
export function under(lines: Iterable<string>, by = margin): readonly string[] {
  return [...lines].map((line) => `${by}${line}`);
}

export function widthUnder(layout: Layout, by = margin): number {
  return widthFor(layout) - by.length;
}

/** Characters that take two columns on a terminal. */
const wide = /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\uff00-\uff60]/u;

/**
 * Breaks a line into lines of at most `width` columns, at spaces if possible. Drops only the space
 * at a break: quotes are shown verbatim, so runs of spaces stay.
 */
export function fold(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  let fits = beginningOf(rest, width);
  while (fits.length < rest.length) {
    const next = rest.charAt(fits.length);
    const space = next === " " ? fits.length : Math.max(0, fits.lastIndexOf(" "));
    const end = fits.slice(0, space).trim() === "" ? fits.length : space;
    lines.push(rest.slice(0, end));
    rest = rest.slice(rest.charAt(end) === " " ? end + 1 : end);
    fits = beginningOf(rest, width);
  }
  return [...lines, rest];
}

/** Returns as much of the line as fits, at least one character. */
function beginningOf(line: string, width: number): string {
  let end = 0;
  let taken = 0;
  for (const char of line) {
    taken += columnsOf(char);
    if (taken > width && end > 0) break;
    end += char.length;
  }
  return line.slice(0, end);
}

function columnsOf(char: string): number {
  // No character below this is wide, and most text has no others.
  return char > "\u00ff" && wide.test(char) ? 2 : 1;
}

/** Longer texts are truncated. `--json` prints all of it. */
const maxCharacters = 4_000;

/**
 * Formats untrusted text in lines of at most `width` columns. Escapes everything that would move
 * the cursor, color or hide. Keeps its line ends, so every line needs our margin before it.
 */
export function foreignLines(text: string, width: number): readonly string[] {
  const begun = text.slice(0, maxCharacters).toWellFormed();
  // Scanned as a whole first: a secret over several lines is in none of them.
  const lines = redactFound(begun)
    .split(/\r?\n/)
    .flatMap((line) => fold(printable(line), width));
  const left = text.length - begun.length;
  return left === 0 ? lines : [...lines, `[${left} more of ${text.length} characters]`];
}

const maxItems = 50;
/** Deeper values become one line of JSON: there is no room to indent them. */
const maxDepth = 10;
const minWidth = 20;
const maxNameLength = 80;

/** Formats a value for a person: one member per line, texts in their lines. Lazy. */
export function* valueLines(value: JsonValue, width: number, depth = 0): Generator<string> {
  if (typeof value === "string") yield* textLines(value, width);
  else if (typeof value !== "object" || value === null) yield String(value);
  else if (depth >= maxDepth) yield* foreignLines(JSON.stringify(value), width);
  else yield* partLines(value, width, depth);
}

function* partLines(
  value: Extract<JsonValue, object>,
  width: number,
  depth: number,
): Generator<string> {
  const all = isJsonArray(value) ? value.map((item) => ["", item] as const) : Object.entries(value);
  if (all.length === 0) yield isJsonArray(value) ? "[]" : "{}";
  for (const [name, item] of all.slice(0, maxItems)) {
    const title = isJsonArray(value) ? "-" : `${shownName(name)}:`;
    yield* memberLines(title, [...valueLines(item, widthIn(width), depth + 1)], {
      width,
      isShort: !hasParts(item),
    });
  }
  if (all.length > maxItems) yield `[${all.length - maxItems} more of ${all.length}]`;
}

function* memberLines(
  title: string,
  lines: readonly string[],
  { width, isShort }: { readonly width: number; readonly isShort: boolean },
): Generator<string> {
  const [first = "", ...more] = lines;
  const isBeside = title === "-" || (isShort && title.length + 1 + first.length <= width);
  if (isBeside && (title === "-" || more.length === 0)) yield `${title} ${first}`;
  else yield* [...fold(title, width), `  ${first}`];
  for (const line of more) yield `  ${line}`;
}

function widthIn(width: number): number {
  return Math.max(minWidth, width - 2);
}

function hasParts(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Quotes a single line, and marks several, so that text cannot pass for a member. */
function textLines(text: string, width: number): readonly string[] {
  const lines = foreignLines(text, Math.max(minWidth, width - 2));
  if (lines.length === 1) return [`"${lines.join("")}"`];
  return lines.map((line) => `| ${line}`);
}

/** Quotes a name that could pass for something else. */
function shownName(name: string): string {
  const shown = printable(name.slice(0, maxNameLength).toWellFormed());
  return /^[\w.$-]+$/.test(shown) ? shown : `"${shown}"`;
}
