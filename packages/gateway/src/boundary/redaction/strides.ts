import { tellingLength } from "./secret-forms.ts";
import type { FindForms, Span } from "./span.ts";

/**
 * Looks at a text in strides: three characters that occur in no form let it skip ahead by almost the length
 * of the shortest form (Wu and Manber).
 */
export interface Strides {
  /** How much of each form is looked at first. None is shorter. */
  readonly window: number;
  readonly add: (form: string) => void;
  /** Finds it no more. The strides stay as short as it made them. */
  readonly remove: (form: string) => void;
  readonly find: FindForms;
}

export const block = 3;
const buckets = 0x1_0000;

/** The forms that end alike within the window. */
interface Alike {
  /** Shown when all of them is. */
  readonly whole: string[];
  /** Shown from their beginning on, in the order of their characters. */
  readonly long: string[];
}

export function createStrides(window: number): Strides {
  const strides = new Uint8Array(buckets).fill(window - block + 1);
  const byEnding = new Map<number, Alike>();

  const alikeTo = (form: string): Alike => {
    const ending = hashAt(form, window - 1);
    const alike = byEnding.get(ending) ?? { whole: [], long: [] };
    byEnding.set(ending, alike);
    return alike;
  };
  return {
    window,
    add: (form) => {
      for (let end = block - 1; end < window; end += 1) {
        const hash = hashAt(form, end);
        strides[hash] = Math.min(strides[hash] ?? 0, window - 1 - end);
      }
      const { whole, long } = alikeTo(form);
      if (form.length <= tellingLength) whole.push(form);
      else long.splice(placeOf(form, long), 0, form);
    },
    remove: (form) => {
      const { whole, long } = alikeTo(form);
      if (form.length <= tellingLength) whole.splice(whole.indexOf(form), 1);
      else long.splice(placeOf(form, long), 1);
    },
    find: (text) => {
      const spans: Span[] = [];
      const patience = { left: mostCompared * text.length + longestCompared };
      for (let at = window - 1; at < text.length; ) {
        const hash = hashAt(text, at);
        const stride = strides[hash] ?? 1;
        if (stride === 0) {
          const start = at - window + 1;
          const end = start + longestShown(text, start, { alike: byEnding.get(hash), patience });
          if (end > start) spans.push({ start, end });
        }
        at += Math.max(stride, 1);
      }
      return spans;
    },
  };
}

/** How many characters may still be compared. */
interface Patience {
  left: number;
}

/** For each character of a text. Only one that repeats a secret which repeats itself takes more. */
const mostCompared = 32;
const longestCompared = 65_536;

interface Candidates {
  readonly alike: Alike | undefined;
  readonly patience: Patience;
}

function longestShown(text: string, start: number, { alike, patience }: Candidates): number {
  if (alike === undefined) return 0;
  // In doubt all of it is: what begins like a secret may be one to its end.
  if (patience.left < 0) return Math.min(longestOf(alike), text.length - start);
  const long = mostShared(text, start, alike.long);
  patience.left -= long;
  let longest = long >= tellingLength ? long : 0;
  for (const form of alike.whole) {
    if (form.length > longest && text.startsWith(form, start)) longest = form.length;
  }
  return longest;
}

function longestOf({ whole, long }: Alike): number {
  return [...whole, ...long].reduce((longest, { length }) => Math.max(longest, length), 0);
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

/** Where a form stands in the order of characters, or would. */
function placeOf(form: string, ordered: readonly string[]): number {
  let from = 0;
  let until = ordered.length;
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((ordered[middle] ?? "") < form) from = middle + 1;
    else until = middle;
  }
  return from;
}

function hashAt(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) &
    (buckets - 1)
  );
}
