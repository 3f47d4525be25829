import type { LeafDifference } from "@toolcourt/contracts/internal/revisions/leaf-differences";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { JsonValue } from "@toolcourt/sdk";

/** Number of unchanged characters shown around a change. */
const around = 40;
const longest = 2_000;

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

/** Formats a value for people, truncated, with the number of characters left out. */
export function shownValue(value: JsonValue): string {
  return cutTo(JSON.stringify(value));
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function commonEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { start, end };
}

function middleOf(text: string, start: number, end: number): string {
  const from = start > around ? start - around : 0;
  const to = end > around ? text.length - end + around : text.length;
  const [before, behind] = [from > 0 ? "…" : "", to < text.length ? "…" : ""];
  return `${before}${cutTo(text.slice(from, to))}${behind}`;
}

function cutTo(text: string): string {
  const more = text.length - longest;
  if (more <= 0) return printable(text);
  return `${printable(text.slice(0, longest))}… and ${more.toLocaleString("en-US")} more characters`;
}
