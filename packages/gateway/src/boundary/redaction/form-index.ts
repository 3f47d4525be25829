import { minPrefixLength } from "./secret-forms.ts";
import type { FindForms, Span } from "./spans.ts";

/** The forms of all live secrets. Supports adding and removing. */
export interface FormIndex {
  /** Reference-counted: a form added twice must be removed twice. */
  readonly add: (form: string) => void;
  readonly remove: (form: string) => void;
  readonly find: FindForms;
}

/** Below this number, entries left by removed forms cost nothing noticeable. */
const maxGone = 1_000;

/** Creates the index. Searches one by one for forms too short for strides. */
export function createFormIndex(): FormIndex {
  /** Number of secrets per form. */
  const forms = new Map<string, number>();
  const short = new Set<string>();
  let strides = createStrides(minPrefixLength);
  let gone = 0;

  const tidied = (): Strides => {
    gone = 0;
    const long = [...forms.keys()].filter((form) => !isShort(form));
    const window = long.reduce((least, { length }) => Math.min(least, length), minPrefixLength);
    const fresh = createStrides(window);
    for (const form of long) fresh.add(form);
    return fresh;
  };
  const addLong = (form: string): void => {
    if (form.length < strides.window) strides = tidied();
    else strides.add(form);
  };
  const removeLong = (form: string): void => {
    strides.remove(form);
    gone += 1;
    if (gone > maxGone + forms.size) strides = tidied();
  };

  return {
    add: (form) => {
      const known = forms.get(form) ?? 0;
      forms.set(form, known + 1);
      if (known > 0) return;
      if (isShort(form)) short.add(form);
      else addLong(form);
    },
    remove: (form) => {
      const left = (forms.get(form) ?? 0) - 1;
      if (left > 0) forms.set(form, left);
      if (left !== 0) return;
      forms.delete(form);
      if (isShort(form)) short.delete(form);
      else removeLong(form);
    },
    find: (text) => {
      const found = strides.find(text);
      if (short.size === 0) return found;
      const others = [...short].flatMap((form) => occurrences(text, form));
      return [...found, ...others].toSorted((a, b) => a.start - b.start);
    },
  };
}

function isShort({ length }: string): boolean {
  return length <= block;
}

function occurrences(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    spans.push({ start: at, end: at + form.length });
  }
  return spans;
}

/**
 * Scans a text in strides (Wu and Manber). Three characters that occur in no form allow a skip of
 * almost the shortest form's length.
 */
export interface Strides {
  /** Length of the prefix of each form that is matched first. No form is shorter. */
  readonly window: number;
  readonly add: (form: string) => void;
  /** Stops finding a form. The strides it shortened stay short. */
  readonly remove: (form: string) => void;
  readonly find: FindForms;
}

const block = 3;
const buckets = 0x1_0000;

/** Forms with the same ending within the window. */
interface Alike {
  /** Forms that match only in full. */
  readonly whole: string[];
  /** Forms that match by prefix too, in character order. */
  readonly long: string[];
}

function createStrides(window: number): Strides {
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
      if (form.length <= minPrefixLength) whole.push(form);
      else long.splice(placeOf(form, long), 0, form);
    },
    remove: (form) => {
      const { whole, long } = alikeTo(form);
      if (form.length <= minPrefixLength) whole.splice(whole.indexOf(form), 1);
      else long.splice(placeOf(form, long), 1);
    },
    find: (text) => {
      const spans: Span[] = [];
      const patience = { left: maxCompared * text.length + maxComparedLength };
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

/** Budget of characters that may still be compared. */
interface Patience {
  left: number;
}

/**
 * Comparisons per character of a text. Only a text that repeats a self-repeating secret needs more.
 */
const maxCompared = 32;
const maxComparedLength = 65_536;

interface Candidates {
  readonly alike: Alike | undefined;
  readonly patience: Patience;
}

function longestShown(text: string, start: number, { alike, patience }: Candidates): number {
  if (alike === undefined) return 0;
  // Out of budget, assume a full match: a text that begins like a secret may be one.
  if (patience.left < 0) return Math.min(longestOf(alike), text.length - start);
  const long = maxShared(text, start, alike.long);
  patience.left -= long;
  let longest = long >= minPrefixLength ? long : 0;
  for (const form of alike.whole) {
    if (form.length > longest && text.startsWith(form, start)) longest = form.length;
  }
  return longest;
}

function longestOf({ whole, long }: Alike): number {
  return [...whole, ...long].reduce((longest, { length }) => Math.max(longest, length), 0);
}

/**
 * Returns the longest prefix shared with any form. Tokens of one kind share prefixes, and there may
 * be thousands. In sorted order, one of the two neighbors of the text shares the most. Binary
 * search visits both.
 */
function maxShared(text: string, start: number, ordered: readonly string[]): number {
  let from = 0;
  let until = ordered.length;
  let most = 0;
  while (from < until) {
    const middle = (from + until) >> 1;
    const form = ordered[middle] ?? "";
    const shared = sharedWith(form, text, start);
    most = Math.max(most, shared);
    // The end of the text sorts before every character.
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

/** Returns the sorted position of a form. */
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
