import { styleText } from "node:util";
import type { Terminal } from "./terminal.ts";

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
