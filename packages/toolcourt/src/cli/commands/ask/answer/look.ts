import { createPaint } from "../../../style.ts";
import type { Terminal } from "../../../terminal.ts";
import { fold } from "./fold.ts";

/** The layout settings of an answer. */
export type Look = Pick<Terminal, "columns" | "color">;

const widest = 100;
const narrowest = 30;
const margin = "  ";

/** Limits the width: wide lines are hard to read, and a terminal of unknown width reports 0. */
function widthFor({ columns }: Look): number {
  return Math.max(narrowest, Math.min(widest, columns || widest));
}

type Style = Parameters<ReturnType<typeof createPaint>>[0];

/** Folds and colors a sentence of ours. */
export function said(text: string, look: Look, style?: Style): readonly string[] {
  const lines = fold(text, widthFor(look));
  const paint = createPaint(look);
  return style === undefined ? lines : lines.map((line) => paint(style, line));
}

/** Formats a sentence of ours under a heading. */
export function noted(text: string, look: Look, style: Style = "dim"): readonly string[] {
  return under(said(text, { ...look, columns: roomUnder(look) }, style));
}

/**
 * Indents lines under a heading. All untrusted text stands behind the margin, so it cannot pass for
 * ours.
 */
export function under(lines: Iterable<string>, by = margin): readonly string[] {
  return [...lines].map((line) => `${by}${line}`);
}

export function roomUnder(look: Look, by = margin): number {
  return widthFor(look) - by.length;
}
