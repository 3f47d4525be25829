import { createPaint } from "../style.ts";
import type { Terminal } from "../terminal.ts";
import { fold } from "./fold.ts";

/** What an answer is laid out for. */
export type Look = Pick<Terminal, "columns" | "color">;

const widest = 100;
const narrowest = 30;
const margin = "  ";

/** Wide lines are hard to read, and a terminal that does not know its width says 0. */
function widthFor({ columns }: Look): number {
  return Math.max(narrowest, Math.min(widest, columns || widest));
}

type Style = Parameters<ReturnType<typeof createPaint>>[0];

/** A sentence of ours, folded and painted. */
export function said(text: string, look: Look, style?: Style): readonly string[] {
  const lines = fold(text, widthFor(look));
  const paint = createPaint(look);
  return style === undefined ? lines : lines.map((line) => paint(style, line));
}

/** A sentence of ours under a heading. */
export function noted(text: string, look: Look, style: Style = "dim"): readonly string[] {
  return under(said(text, { ...look, columns: roomUnder(look) }, style));
}

/** What stands under a heading: everything foreign stands behind the margin, so it cannot pass for ours. */
export function under(lines: Iterable<string>, by = margin): readonly string[] {
  return [...lines].map((line) => `${by}${line}`);
}

export function roomUnder(look: Look, by = margin): number {
  return widthFor(look) - by.length;
}
