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

function createStrides(forms: readonly string[]): FindForms {
  const window = Math.min(tellingLength, ...forms.map((form) => form.length));
  const strides = new Uint8Array(buckets).fill(window - block + 1);
  const byEnding = new Map<number, string[]>();
  for (const form of forms) {
    for (let end = block - 1; end < window; end += 1) {
      const hash = hashAt(form, end);
      strides[hash] = Math.min(strides[hash] ?? 0, window - 1 - end);
    }
    const ending = hashAt(form, window - 1);
    byEnding.set(ending, [...(byEnding.get(ending) ?? []), form]);
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

function longestShown(text: string, start: number, forms: readonly string[] = []): number {
  let longest = 0;
  for (const form of forms) {
    const least = Math.min(form.length, tellingLength);
    if (!text.startsWith(form.slice(0, least), start)) continue;
    let shown = least;
    while (shown < form.length && text.charCodeAt(start + shown) === form.charCodeAt(shown)) {
      shown += 1;
    }
    longest = Math.max(longest, shown);
  }
  return longest;
}

function hashAt(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) &
    (buckets - 1)
  );
}
