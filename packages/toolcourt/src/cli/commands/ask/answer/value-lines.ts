import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { isJsonArray, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import { fold } from "./fold.ts";
import { foreignLines } from "./foreign-lines.ts";

const mostItems = 50;
/** Deeper values become one line of JSON: there is no room to indent them. */
const mostDepth = 10;
const leastWidth = 20;
const longestName = 80;

/** Formats a value for a person: one member per line, texts in their lines. Lazy. */
export function* valueLines(value: JsonValue, width: number, depth = 0): Generator<string> {
  if (typeof value === "string") yield* textLines(value, width);
  else if (typeof value !== "object" || value === null) yield String(value);
  else if (depth >= mostDepth) yield* foreignLines(JSON.stringify(value), width);
  else yield* partLines(value, width, depth);
}

function* partLines(
  value: Extract<JsonValue, object>,
  width: number,
  depth: number,
): Generator<string> {
  const all = isJsonArray(value) ? value.map((item) => ["", item] as const) : Object.entries(value);
  if (all.length === 0) yield isJsonArray(value) ? "[]" : "{}";
  for (const [name, item] of all.slice(0, mostItems)) {
    const title = isJsonArray(value) ? "-" : `${shownName(name)}:`;
    yield* memberLines(title, [...valueLines(item, roomIn(width), depth + 1)], {
      width,
      isShort: !hasParts(item),
    });
  }
  if (all.length > mostItems) yield `[${all.length - mostItems} more of ${all.length}]`;
}

function* memberLines(
  title: string,
  lines: readonly string[],
  { width, isShort }: { readonly width: number; readonly isShort: boolean },
): Generator<string> {
  const [first = "", ...more] = lines;
  const isBeside = title === "-" || (isShort && title.length + 1 + first.length <= width);
  if (isBeside && (title === "-" || more.length === 0)) yield `${title} ${first}`;
  else yield* [...fold(title, width), `  ${first}`];
  for (const line of more) yield `  ${line}`;
}

function roomIn(width: number): number {
  return Math.max(leastWidth, width - 2);
}

function hasParts(value: JsonValue): boolean {
  return isJsonArray(value) ? value.length > 0 : isJsonObject(value) && hasMembers(value);
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** Quotes a single line, and marks several, so that text cannot pass for a member. */
function textLines(text: string, width: number): readonly string[] {
  const lines = foreignLines(text, Math.max(leastWidth, width - 2));
  if (lines.length === 1) return [`"${lines.join("")}"`];
  return lines.map((line) => `| ${line}`);
}

/** Quotes a name that could pass for something else. */
function shownName(name: string): string {
  const shown = printable(name.slice(0, longestName).toWellFormed());
  return /^[\w.$-]+$/.test(shown) ? shown : `"${shown}"`;
}
