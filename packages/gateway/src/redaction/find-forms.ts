import { tellingLength } from "./secret-forms.ts";

/** A stretch of a text, from its first character to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds every stretch that shows one of the forms, whole or from its beginning on, in order of their starts. */
export type FindForms = (text: string) => readonly Span[];

const block = 3;
const buckets = 0x1_0000;

/**
 * Looks at a text in strides: three characters that occur in no form let it skip ahead by almost the length
 * of the shortest form (Wu and Manber). Forms too short for that are looked for one by one.
 */
export function createFindForms(forms: readonly string[]): FindForms {
  const short = forms.filter((form) => form.length <= block);
  const long = forms.filter((form) => form.length > block);
  const findLong = long.length === 0 ? none : createStrides(long);
  if (short.length === 0) return findLong;
  return (text) => {
    const found = [...findLong(text), ...short.flatMap((form) => occurrences(text, form))];
    return found.toSorted((a, b) => a.start - b.start);
  };
}

function none(): readonly Span[] {
  return [];
}

function occurrences(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    spans.push({ start: at, end: at + form.length });
  }
  return spans;
}

/** The forms that end alike within the window. */
interface Alike {
  /** Shown when all of them is. */
  readonly whole: string[];
  /** Shown from their beginning on, in the order of their characters. */
  readonly long: string[];
}

function createStrides(forms: readonly string[]): FindForms {
  const window = Math.min(tellingLength, ...forms.map((form) => form.length));
  const strides = new Uint8Array(buckets).fill(window - block + 1);
  const byEnding = new Map<number, Alike>();
  for (const form of forms.toSorted(byCharacters)) {
    for (let end = block - 1; end < window; end += 1) {
      const hash = hashAt(form, end);
      strides[hash] = Math.min(strides[hash] ?? 0, window - 1 - end);
    }
    const ending = hashAt(form, window - 1);
    const alike = byEnding.get(ending) ?? { whole: [], long: [] };
    alike[form.length <= tellingLength ? "whole" : "long"].push(form);
    byEnding.set(ending, alike);
  }
  return (text) => {
    const spans: Span[] = [];
    for (let at = window - 1; at < text.length; ) {
      const hash = hashAt(text, at);
      const stride = strides[hash] ?? 1;
      if (stride === 0) {
        const start = at - window + 1;
        const end = start + longestShown(text, start, byEnding.get(hash));
        if (end > start) spans.push({ start, end });
      }
      at += Math.max(stride, 1);
    }
    return spans;
  };
}

function longestShown(text: string, start: number, alike?: Alike): number {
  if (alike === undefined) return 0;
  const long = mostShared(text, start, alike.long);
  let longest = long >= tellingLength ? long : 0;
  for (const form of alike.whole) {
    if (form.length > longest && text.startsWith(form, start)) longest = form.length;
  }
  return longest;
}

/**
 * Tokens of one kind begin alike, and there may be thousands of them. The two between which the text would
 * stand in their order share the most with it, and a search by halves comes by both.
 */
function mostShared(text: string, start: number, ordered: readonly string[]): number {
  let from = 0;
  let until = ordered.length;
  let most = 0;
  while (from < until) {
    const middle = (from + until) >> 1;
    const form = ordered[middle] ?? "";
    const shared = sharedWith(form, text, start);
    most = Math.max(most, shared);
    // Behind the end of the text stands nothing, which comes before everything.
    const isBefore =
      shared === form.length || form.charCodeAt(shared) < text.charCodeAt(start + shared);
    if (isBefore) from = middle + 1;
    else until = middle;
  }
  return most;
}

function sharedWith(form: string, text: string, start: number): number {
  let shared = 0;
  while (shared < form.length && text.charCodeAt(start + shared) === form.charCodeAt(shared)) {
    shared += 1;
  }
  return shared;
}

function byCharacters(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function hashAt(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) &
    (buckets - 1)
  );
}
