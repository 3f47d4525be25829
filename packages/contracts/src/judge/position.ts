import { pointerToken, termsKey } from "@toolcourt/sdk";
import { type Frame, scanJson } from "./scan-json.ts";

/** Position in a text, counted from 1 as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Creates a position lookup by binary search: a report asks for many positions of one text. */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/**
 * Returns the offset of each pointer below the value at `from`. A pointer without a target gets its
 * nearest existing ancestor.
 */
export function offsetsOf(
  text: string,
  from: number,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const known = new Set([...wanted].flatMap(prefixes));
  let deepest = 0;
  for (const pointer of known) deepest = Math.max(deepest, pointer.split("/").length - 1);
  const found = new Map<string, number>();
  scanJson(text, from, (frames, offset) => {
    if (frames.length > deepest) return;
    const pointer = pointerOf(frames);
    if (known.has(pointer)) found.set(pointer, offset);
  });
  const nearest = (pointer: string): number =>
    prefixes(pointer)
      .map((prefix) => found.get(prefix))
      .findLast((offset) => offset !== undefined) ?? from;
  return new Map([...wanted].map((pointer) => [pointer, nearest(pointer)]));
}

function pointerOf(frames: readonly Frame[]): string {
  return frames.map((frame) => pointerToken(frame.step)).join("");
}

/** Returns every prefix of a pointer, the empty one first. */
function prefixes(pointer: string): readonly string[] {
  const tokens = pointer.split("/");
  return tokens.map((_, index) => tokens.slice(0, index + 1).join("/"));
}

/** Maps parts of a contract to the tool object of a server. */
const homes: Readonly<Record<string, string>> = {
  "/input": "/inputSchema",
  "/output": "/outputSchema",
  "/terms": `/_meta${pointerToken(termsKey)}`,
  "/asReceived": "",
};

/** Converts a pointer into a contract to a pointer into its tool object. */
export function toToolPointer(pointer: string): string {
  const [part = ""] = /^\/[^/]*/.exec(pointer) ?? [];
  const home = Object.hasOwn(homes, part) ? homes[part] : undefined;
  return home === undefined ? pointer : home + pointer.slice(part.length);
}
