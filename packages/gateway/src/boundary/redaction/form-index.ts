import { minPrefixLength } from "./secret-forms.ts";
import type { Span } from "./spans.ts";

/** Below this number, entries left by removed forms cost nothing noticeable. */
const maxGone = 1_000;

/**
 * The forms of all live secrets. Supports adding and removing. Searches one by one for forms too
 * short for strides.
 */
export class FormIndex {
  /** Number of secrets per form. */
  readonly #forms = new Map<string, number>();
  readonly #short = new Set<string>();
  #strides = new Strides(minPrefixLength);
  #gone = 0;

  /** Reference-counted: a form added twice must be removed twice. */
  add(form: string): void {
    const known = this.#forms.get(form) ?? 0;
    this.#forms.set(form, known + 1);
    if (known > 0) return;
    if (isShort(form)) this.#short.add(form);
    else if (form.length < this.#strides.window) this.#tidy();
    else this.#strides.add(form);
  }

  remove(form: string): void {
    const left = (this.#forms.get(form) ?? 0) - 1;
    if (left > 0) this.#forms.set(form, left);
    if (left !== 0) return;
    this.#forms.delete(form);
    if (isShort(form)) this.#short.delete(form);
    else this.#removeLong(form);
  }

  /** Finds every span that shows a form, in full or as a long enough prefix. Ordered by start. */
  find(text: string): readonly Span[] {
    const found = this.#strides.find(text);
    if (this.#short.size === 0) return found;
    const others = [...this.#short].flatMap((form) => occurrences(text, form));
    return [...found, ...others].toSorted((a, b) => a.start - b.start);
  }

  #removeLong(form: string): void {
    this.#strides.remove(form);
    this.#gone += 1;
    if (this.#gone > maxGone + this.#forms.size) this.#tidy();
  }

  #tidy(): void {
    this.#gone = 0;
    const long = [...this.#forms.keys()].filter((form) => !isShort(form));
    const window = long.reduce(
      (shortest, { length }) => Math.min(shortest, length),
      minPrefixLength,
    );
    this.#strides = new Strides(window);
    for (const form of long) this.#strides.add(form);
  }
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

const block = 3;
const buckets = 0x1_0000;

/** Forms with the same ending within the window. */
interface Alike {
  /** Forms that match only in full. */
  readonly whole: string[];
  /** Forms that match by prefix too, in character order. */
  readonly long: string[];
}

/**
 * Scans a text in strides (Wu and Manber). Three characters that occur in no form allow a skip of
 * almost the shortest form's length.
 */
class Strides {
  /** Length of the prefix of each form that is matched first. No form is shorter. */
  readonly window: number;
  readonly #strides: Uint8Array;
  readonly #byEnding = new Map<number, Alike>();

  constructor(window: number) {
    this.window = window;
    this.#strides = new Uint8Array(buckets).fill(window - block + 1);
  }

  add(form: string): void {
    for (let end = block - 1; end < this.window; end += 1) {
      const hash = hashAt(form, end);
      this.#strides[hash] = Math.min(this.#strides[hash] ?? 0, this.window - 1 - end);
    }
    const { whole, long } = this.#alikeTo(form);
    if (form.length <= minPrefixLength) whole.push(form);
    else long.splice(placeOf(form, long), 0, form);
  }

  /** Stops finding a form. The strides it shortened stay short. */
  remove(form: string): void {
    const { whole, long } = this.#alikeTo(form);
    if (form.length <= minPrefixLength) whole.splice(whole.indexOf(form), 1);
    else long.splice(placeOf(form, long), 1);
  }

  find(text: string): readonly Span[] {
    const { window } = this;
    const strides = this.#strides;
    const spans: Span[] = [];
    const patience = { left: maxCompared * text.length + maxComparedLength };
    for (let at = window - 1; at < text.length; ) {
      const hash = hashAt(text, at);
      const stride = strides[hash] ?? 1;
      if (stride === 0) {
        const start = at - window + 1;
        const end = start + shownLength(text, start, { alike: this.#byEnding.get(hash), patience });
        if (end > start) spans.push({ start, end });
      }
      at += Math.max(stride, 1);
    }
    return spans;
  }

  #alikeTo(form: string): Alike {
    const ending = hashAt(form, this.window - 1);
    const alike = this.#byEnding.get(ending) ?? { whole: [], long: [] };
    this.#byEnding.set(ending, alike);
    return alike;
  }
}

/**
 * Comparisons per character of a text. Only a text that repeats a self-repeating secret needs more.
 */
const maxCompared = 32;
const maxComparedLength = 65_536;

interface Candidates {
  readonly alike: Alike | undefined;
  /** Budget of characters that may still be compared. */
  readonly patience: { left: number };
}

function shownLength(text: string, start: number, { alike, patience }: Candidates): number {
  if (alike === undefined) return 0;
  // Out of budget, assume a full match: a text that begins like a secret may be one.
  if (patience.left < 0) return Math.min(maxFormLength(alike), text.length - start);
  const long = maxShared(text, start, alike.long);
  patience.left -= long;
  let longest = long >= minPrefixLength ? long : 0;
  for (const form of alike.whole) {
    if (form.length > longest && text.startsWith(form, start)) longest = form.length;
  }
  return longest;
}

function maxFormLength({ whole, long }: Alike): number {
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
