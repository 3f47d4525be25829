import { styleText } from "node:util";
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

/** Breaks text at spaces. No line is longer than `width`, except for a single long word. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
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

/** Formats a table, each column as wide as its widest cell. */
export function tableRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (at: number): number => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  const widths = rows[0]?.map((_cell, at) => widthOf(at)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
