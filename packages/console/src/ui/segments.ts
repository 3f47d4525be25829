import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";

/** A part of a foreign text: as it is, or the escape of a hidden or deceptive character. */
export interface Segment {
  readonly text: string;
  readonly isEscape: boolean;
}

/** Most texts are such: nothing in them can be hidden. */
const plain = /^[ -~]*$/;
const escapes = /(\\u\{[0-9a-f]+\}|\\[nrt])|\\(["\\])/g;

/** Splits a text so that escapes can be marked. Quotes and backslashes stay as they are. */
export function segmentsOf(text: string): readonly Segment[] {
  if (plain.test(text)) return [{ text, isEscape: false }];
  const shown = visible(text);
  const segments: Segment[] = [];
  let clear = "";
  let end = 0;
  for (const { 0: found, 1: escape, 2: quoted = "", index } of shown.matchAll(escapes)) {
    clear += shown.slice(end, index) + quoted;
    end = index + found.length;
    if (escape === undefined) continue;
    segments.push({ text: clear, isEscape: false }, { text: escape, isEscape: true });
    clear = "";
  }
  segments.push({ text: clear + shown.slice(end), isEscape: false });
  return segments.filter(({ text: part }) => part !== "");
}

/** Shows a text where no element fits, as in a choice of a form. */
export function plainText(text: string): string {
  return plain.test(text) ? text : visible(text);
}
