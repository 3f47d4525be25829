import type { Span } from "./span.ts";

const four = /(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w]|\.[0-9])/g;
const six = /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi;

export function findAddresses(text: string): readonly Span[] {
  const spans = [...text.matchAll(four)].filter(({ 0: written }) => isFour(written));
  if (text.includes(":")) {
    spans.push(...[...text.matchAll(six)].filter(({ 0: written }) => isSix(written)));
  }
  return spans.map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

function isFour(written: string): boolean {
  return written.split(".").every((part) => Number(part) <= 255 && !/^0[0-9]/.test(part));
}

/** Accepts eight groups, or fewer with one gap. This excludes times of day and names in code. */
function isSix(written: string): boolean {
  const groups = written.split(":").filter((group) => group !== "");
  const gaps = written.split("::").length - 1;
  if (gaps === 0) return groups.length === 8 && !/^:|:$/.test(written);
  return gaps === 1 && groups.length >= 2 && groups.length < 8 && /[0-9]/.test(written);
}
