import { stripVTControlCharacters, styleText } from "node:util";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Origin } from "@toolcourt/gateway/internal/config/load";
import type { Terminal } from "./command.ts";

type Style = "red" | "yellow" | "green" | "bold" | "dim";

/** Returns painters that add colors only if the terminal supports them. */
export function createPaint({
  color,
}: Pick<Terminal, "color">): (style: Style, text: string) => string {
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}

/** `1 tool`, `2 tools`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Breaks text at spaces. No line is longer than `width`, except for a single long word. Colors take
 * no room.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (line !== "" && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return line === "" ? lines : [...lines, line];
}

export function indent(lines: readonly string[], by = "  "): readonly string[] {
  return lines.map((line) => `${by}${line}`);
}

/** Formats the source of a configuration value for people. */
export function originText(origin: Origin): string {
  if (origin.kind === "file") return `${origin.file}:${origin.line}`;
  return origin.kind === "variable" ? `environment ${printable(origin.name)}` : "default";
}

/** Quotes a word for a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One line each, or a sentence if there is none. */
export function listText(lines: readonly string[]): string {
  return lines.length === 0 ? "Nothing found." : lines.join("\n");
}

/** Formats the rest of a lifetime. */
export function remaining(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a table. A column is as wide as its widest cell, up to `most`. Colors take no room. */
export function tableRows(
  rows: readonly (readonly string[])[],
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const widthOf = (at: number): number => Math.max(...rows.map((row) => lengthOf(row[at])));
  const widths = rows[0]?.map((_cell, at) => Math.min(most, widthOf(at))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at]))
      .join("  ")
      .trimEnd(),
  );
}

function padded(cell: string, width = 0): string {
  return `${cell}${" ".repeat(Math.max(0, width - lengthOf(cell)))}`;
}

function lengthOf(cell = ""): number {
  return stripVTControlCharacters(cell).length;
}

export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
