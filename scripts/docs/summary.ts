/**
 * Returns what makes a large JSON value large, in one sentence: "A text of 131,073 characters in
 * `description`."
 */
export function summaryOf(value: unknown): string {
  const { path, held } = largestPart(value);
  const root = path[0];
  // A long chain has no part that a reader would recognize, so only its start is named.
  if (path.length > deepPath) return `${nested(value)}${placeOf([root ?? ""])}.`;
  return `${sizeOf(held)}${placeOf(path)}.`;
}

interface Part {
  readonly path: readonly string[];
  readonly held: unknown;
}

/** Paths longer than this count as nesting. */
const deepPath = 10;
/** The share of a value's characters that one of its parts needs to stand for the value. */
const dominantShare = 0.8;

/** Descends while a single part holds most of the value. */
function largestPart(value: unknown): Part {
  const path: string[] = [];
  let held = value;
  for (let next = dominant(held); next !== undefined; next = dominant(held)) {
    path.push(next[0]);
    held = next[1];
  }
  return { path, held };
}

function dominant(value: unknown): readonly [key: string, part: unknown] | undefined {
  const minLength = lengthOf(value) * dominantShare;
  return entriesOf(value).find(([, part]) => lengthOf(part) >= minLength);
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

function sizeOf(value: unknown): string {
  if (typeof value === "string") return `A text of ${grouped(value.length)} characters`;
  if (Array.isArray(value)) return `A list of ${grouped(value.length)} values`;
  return `An object of ${grouped(entriesOf(value).length)} keys`;
}

function nested(value: unknown): string {
  return `A value nested ${grouped(depthOf(value))} levels deep`;
}

function depthOf(value: unknown): number {
  const below = entriesOf(value).map(([, part]) => depthOf(part));
  return below.length === 0 ? 0 : 1 + Math.max(...below);
}

function placeOf(path: readonly string[]): string {
  return path.length === 0 ? "" : ` in \`${path.join(".")}\``;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
