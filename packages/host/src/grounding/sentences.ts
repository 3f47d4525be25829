/** A part of a text: from `start` up to, but not including, `end`. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s("'[])(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Gov|Sen|Rep|No|Nos|Vol|Fig|Figs|Eq|Sec|Ch|Art|pp?|vs?|cf|ca|approx|est|al|etc|e\.g|i\.e|viz|resp|Inc|Ltd|Co|Corp|Bros|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|\p{Lu}|(?:\p{L}\.)+\p{L})\.["')\]]*\s+$/u;

/** Minimum length. Shorter parts say too little alone and join a neighbor. */
export const minQuoteLength = 12;

/** Maximum text length: quotes come from the beginning, and splitting is slow. */
const maxTextLength = 100_000;

/** Returns the sentences of plain prose, trimmed. A line break between blocks ends a sentence. */
export function sentencesOf(whole: string): readonly Extent[] {
  const text = whole.slice(0, maxTextLength);
  const found: Extent[] = [];
  let open: number | undefined;
  for (const { segment, index } of segmenter.segment(text)) {
    open ??= index;
    const end = index + segment.length;
    if (end < text.length && isUnfinished(text, open, end)) continue;
    found.push({ start: open, end });
    open = undefined;
  }
  // The last sentence is truncated.
  if (whole.length > maxTextLength) found.pop();
  return joined(
    text,
    found.map((extent) => trimmed(text, extent)),
  );
}

/** Characters inspected before a full stop: no abbreviation is longer. */
const endOf = 40;

function isUnfinished(text: string, open: number, end: number): boolean {
  const last = text.slice(Math.max(open, end - endOf), end);
  if (/\n\s*$/.test(last)) return false;
  const isShort = end - open <= endOf && last.trim().length < minQuoteLength;
  return isShort || abbreviation.test(last);
}

function trimmed(text: string, { start, end }: Extent): Extent {
  const part = text.slice(start, end);
  const before = part.length - part.trimStart().length;
  return { start: start + before, end: start + Math.max(before, part.trimEnd().length) };
}

/** Joins a part that is too short to its predecessor on the same line. Drops empty parts. */
function joined(text: string, extents: readonly Extent[]): readonly Extent[] {
  const kept: Extent[] = [];
  for (const extent of extents) {
    const last = kept.at(-1);
    if (extent.start === extent.end) continue;
    const isShort = extent.end - extent.start < minQuoteLength;
    if (isShort && last !== undefined) {
      kept[kept.length - 1] = { start: last.start, end: extent.end };
    } else kept.push(extent);
  }
  return afterShort(kept, text.length);
}

/** Joins a short first part, such as a heading or a "Yes.", to the next one. */
function afterShort(extents: readonly Extent[], length: number): readonly Extent[] {
  const [first, second, ...more] = extents;
  if (first === undefined || second === undefined) return extents;
  const isShort = first.end - first.start < Math.min(minQuoteLength, length);
  return isShort ? [{ start: first.start, end: second.end }, ...more] : extents;
}
