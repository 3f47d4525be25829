/** One sentence of a Markdown page. */
export interface Sentence {
  /** The line on which it starts, counted from 1. */
  readonly line: number;
  /** Without emphasis and link targets. Inline code has `·` for its spaces. */
  readonly text: string;
  /** Inline code counts as one word. */
  readonly words: number;
}

interface Line {
  readonly line: number;
  readonly text: string;
}

/**
 * Splits the prose of a page into sentences. Prose is paragraphs, quotes and list items. Code blocks,
 * tables, headings, HTML and link definitions are skipped. A paragraph or list item without a full stop is
 * one sentence.
 */
export function sentencesIn(markdown: string): readonly Sentence[] {
  return paragraphsIn(markdown).flatMap(sentencesOf);
}

const fence = /^\s*(?:>\s*|(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})/;
const html = /^\s*<(?:!--|\/?[a-z][a-z0-9-]*(?:[\s>/]|$))/i;
const skippedLine = /^\s*(?:\||#{1,6}\s|\[[^\]]+\]:\s|[-=*_\s]*$)/;
const itemMark = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/;

function paragraphsIn(markdown: string): readonly (readonly Line[])[] {
  const paragraphs: Line[][] = [[]];
  for (const { line, text } of proseLines(markdown)) {
    const content = text.replace(/^\s*(?:>\s?)+/, "");
    const isBreak = skippedLine.test(content);
    if (isBreak || itemMark.test(content)) paragraphs.push([]);
    if (!isBreak) paragraphs.at(-1)?.push({ line, text: content.replace(itemMark, "").trim() });
  }
  return paragraphs.filter((lines) => lines.length > 0);
}

/** The lines outside code blocks and HTML. A skipped line is empty, so that it ends a paragraph. */
function proseLines(markdown: string): readonly Line[] {
  let closing: string | undefined;
  return markdown.split("\n").map((text, index) => {
    const line = index + 1;
    if (closing !== undefined) {
      if (text.includes(closing)) closing = undefined;
      return { line, text: "" };
    }
    closing = fence.exec(text)?.[1] ?? (opensComment(text) ? "-->" : undefined);
    const isSkipped = closing !== undefined || html.test(text);
    return { line, text: isSkipped ? "" : text };
  });
}

function opensComment(text: string): boolean {
  return /^\s*<!--/.test(text) && !text.includes("-->");
}

/** Ends a sentence if the next word does not begin with a small letter. */
const fullStop = /[.!?]+["'”’)\]]*(?=\s+[^\s\p{Ll}])/gu;
const abbreviation = /\b(?:e\.g|i\.e|cf|vs)\.$/;

function sentencesOf(lines: readonly Line[]): readonly Sentence[] {
  const text = plain(lines.map((line) => line.text).join("\n"));
  const ends = Array.from(text.matchAll(fullStop), ({ 0: stop, index }) => index + stop.length)
    .filter((end) => !abbreviation.test(text.slice(0, end)))
    .concat(text.length);
  return ends.flatMap((end, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const sentence = text.slice(start, end);
    const words = wordsIn(sentence);
    const before = text.slice(0, start + sentence.search(/\S|$/));
    const line = lines[before.split("\n").length - 1]?.line ?? 0;
    return words === 0 ? [] : [{ line, text: sentence.trim().replaceAll(/\s+/g, " "), words }];
  });
}

/** The text as it is read: emphasis and link targets are dropped, inline code becomes one word. */
function plain(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((piece, index) => (index % 2 === 1 ? piece.replaceAll(/[^\S\n]+/g, "·") : piece))
    .join("")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<\/?[a-z][^>\n]*>/gi, "")
    .replaceAll(/\*\*|(?<![\p{L}\p{N}`*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}`*])/gu, "");
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
