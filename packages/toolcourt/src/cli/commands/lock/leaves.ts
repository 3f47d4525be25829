import type { LeafDifference } from "@toolcourt/contracts/internal/revisions/leaf-differences";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { JsonValue } from "@toolcourt/sdk";
import { count } from "../../style.ts";

const maxLeaves = 100;

/** Shows the differences, before and after. */
export function leafLines(leaves: readonly LeafDifference[]): readonly string[] {
  const shown = leaves.slice(0, maxLeaves).flatMap(shownChange);
  const more = leaves.length - maxLeaves;
  return more > 0 ? [...shown, `  and ${count(more, "more place")}: --json shows all`] : shown;
}

/** Number of unchanged characters shown around a change. */
const around = 40;
const maxLength = 2_000;

/** Shows one difference, before and after. For long texts it shows the changed part in full. */
export function shownChange({ pointer, was, now }: LeafDifference): readonly string[] {
  const [before, after] = [textOf(was), textOf(now)];
  const { start, end } = commonEnds(before ?? "", after ?? "");
  const lines = [
    ["-", before],
    ["+", after],
  ] as const;
  return [
    `  ${printable(pointer)}`,
    ...lines.flatMap(([sign, text]) =>
      text === undefined ? [] : [`    ${sign} ${middleOf(text, start, end)}`],
    ),
  ];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function commonEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const minLength = Math.min(a.length, b.length);
  let start = 0;
  while (start < minLength && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < minLength - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { start, end };
}

function middleOf(text: string, start: number, end: number): string {
  const from = start > around ? start - around : 0;
  const to = end > around ? text.length - end + around : text.length;
  const [before, behind] = [from > 0 ? "…" : "", to < text.length ? "…" : ""];
  return `${before}${cutTo(text.slice(from, to))}${behind}`;
}

/** Formats a text for people, truncated, with the number of characters left out. */
export function cutTo(text: string): string {
  const more = text.length - maxLength;
  if (more <= 0) return printable(text);
  return `${printable(text.slice(0, maxLength))}… and ${more.toLocaleString("en-US")} more characters`;
}
