import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import { type ScanSource, sourceFailed } from "./source.ts";

/** A part of the document text, from `start` up to and without `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly page: number;
}

export interface Paragraph extends Stretch {
  /** Its number in the answer, from 0. */
  readonly index: number;
  readonly text: string;
  /** Depth of a heading, from 1. Undefined for plain text. */
  readonly level?: number;
}

export interface Cell extends Stretch {
  readonly row: number;
  readonly column: number;
  /** Whether it covers more than one row or column. */
  readonly isMerged: boolean;
  readonly text: string;
}

export interface Table extends Stretch {
  readonly index: number;
  readonly cells: readonly Cell[];
}

/** A document as the service read it: its own order, without page headers and footers. */
export interface Layout {
  readonly pages: number;
  /** Without the paragraphs of tables. */
  readonly paragraphs: readonly Paragraph[];
  readonly tables: readonly Table[];
  /** Returns the lowest confidence of the words there. Zero if there are none. */
  readonly confidenceOf: (place: Stretch) => number;
}

const span = z.object({ offset: z.int().min(0), length: z.int().min(0) });
const placed = {
  spans: z.array(span).default([]),
  boundingRegions: z.array(z.object({ pageNumber: z.int().min(1) })).default([]),
};
const answer = z.object({
  contentFormat: z.literal("markdown"),
  stringIndexType: z.literal("utf16CodeUnit"),
  content: z.string(),
  pages: z.array(
    z.object({
      words: z.array(z.object({ span, confidence: z.number().min(0).max(1) })).default([]),
    }),
  ),
  paragraphs: z
    .array(z.object({ content: z.string(), role: z.string().optional(), ...placed }))
    .default([]),
  tables: z
    .array(
      z.object({
        cells: z.array(
          z.object({
            rowIndex: z.int().min(0),
            columnIndex: z.int().min(0),
            rowSpan: z.int().default(1),
            columnSpan: z.int().default(1),
            content: z.string(),
            ...placed,
          }),
        ),
        ...placed,
      }),
    )
    .default([]),
});

type Answer = z.output<typeof answer>;

/** Reads the answer of the service, which is untrusted like the document. */
export function readLayout(operation: JsonObject, source: ScanSource): Layout {
  const parsed = answer.safeParse(resultIn(operation));
  if (!parsed.success) {
    const expected = "an analysis with markdown and UTF-16 offsets";
    throw sourceFailed(source, { expected, found: "an answer of another form" });
  }
  const { data } = parsed;
  const tables = data.tables.map(toTable);
  return {
    pages: data.pages.length,
    paragraphs: data.paragraphs
      .map((paragraph, index) => ({ ...paragraph, index }))
      .filter(({ role }) => role === undefined || headings.has(role))
      .map((paragraph) => toParagraph(paragraph, data.content))
      .filter((paragraph) => !tables.some((table) => isWithin(paragraph, table)))
      .toSorted(byStart),
    tables: tables.toSorted(byStart),
    confidenceOf: confidenceIn(data),
  };
}

function resultIn(operation: JsonObject): JsonValue {
  const result = own(operation, "analyzeResult");
  return isJsonObject(result) ? result : null;
}

/** All other roles stand outside the text: page headers, footers, numbers and footnotes. */
const headings: ReadonlySet<string> = new Set(["title", "sectionHeading"]);

function toParagraph(
  given: Answer["paragraphs"][number] & { readonly index: number },
  content: string,
): Paragraph {
  const place = stretchOf(given);
  const text = given.content.trim();
  const { index, role } = given;
  return { ...place, index, text, ...(role !== undefined && { level: levelAt(place, content) }) };
}

/** Counts the signs of a heading at the begin of its line, which may lie before its span. */
function levelAt({ start, end }: Stretch, content: string): number {
  const line = content.lastIndexOf("\n", start - 1) + 1;
  return /^(#{1,6}) /.exec(content.slice(line, end))?.[1]?.length ?? 1;
}

function toTable(given: Answer["tables"][number], index: number): Table {
  const { page } = stretchOf(given);
  const cells = given.cells.map(
    (cell): Cell => ({
      ...stretchOf(cell, page),
      row: cell.rowIndex,
      column: cell.columnIndex,
      isMerged: cell.rowSpan !== 1 || cell.columnSpan !== 1,
      text: cell.content.trim(),
    }),
  );
  return { ...stretchOf(given), index, cells };
}

type Placed = Pick<Answer["paragraphs"][number], "spans" | "boundingRegions">;

function stretchOf({ spans, boundingRegions }: Placed, otherwise = 1): Stretch {
  const page = boundingRegions[0]?.pageNumber ?? otherwise;
  // A large list of spans would overflow the arguments of Math.min.
  const start = spans.reduce((least, { offset }) => Math.min(least, offset), Infinity);
  const end = spans.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  return { start: Number.isFinite(start) ? start : 0, end, page };
}

function isWithin(one: Stretch, other: Stretch): boolean {
  return one.start >= other.start && one.end <= other.end;
}

function byStart(one: Stretch, other: Stretch): number {
  return one.start - other.start;
}

function confidenceIn({ pages }: Answer): Layout["confidenceOf"] {
  const words = pages
    .flatMap((page) => page.words)
    .toSorted((a, b) => a.span.offset - b.span.offset);
  return ({ start, end }) => {
    let lowest: number | undefined;
    for (let at = firstFrom(words, start); at < words.length; at += 1) {
      const word = words[at];
      if (word === undefined || word.span.offset >= end) break;
      lowest = Math.min(lowest ?? 1, word.confidence);
    }
    return lowest ?? 0;
  };
}

type Word = Answer["pages"][number]["words"][number];

/** Finds the first word at or after an offset, by bisection. */
function firstFrom(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = words[middle]?.span.offset ?? 0;
    if (at < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
