import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** A text within a value. `segments` is reused: do not keep it. */
export interface Leaf {
  readonly segments: readonly string[];
  readonly text: string;
  readonly type: "string" | "number" | "boolean" | "key";
}

/** What stands deeper is not read, and the reader is told so. */
const maxDepth = 64;

/** Returns false to stop. */
export type Visit = (leaf: Leaf) => boolean;

/**
 * Visits each text of a value, and each key. Returns false if something was left out: it was too
 * deep, or `visit` stopped.
 */
export function eachLeaf(value: JsonValue, visit: Visit): boolean {
  return walk(value, [], visit);
}

function walk(value: JsonValue, segments: string[], visit: Visit): boolean {
  if (isJsonArray(value)) return walkArray(value, segments, visit);
  if (isJsonObject(value)) return walkObject(value, segments, visit);
  if (typeof value === "string") {
    return value === "" || visit({ segments, text: value, type: "string" });
  }
  if (value === null) return true;
  return visit({
    segments,
    text: String(value),
    type: typeof value === "number" ? "number" : "boolean",
  });
}

function walkArray(items: readonly JsonValue[], segments: string[], visit: Visit): boolean {
  if (segments.length >= maxDepth) return false;
  for (const [at, item] of items.entries()) {
    segments.push(String(at));
    const isGoing = walk(item, segments, visit);
    segments.pop();
    if (!isGoing) return false;
  }
  return true;
}

function walkObject(object: JsonObject, segments: string[], visit: Visit): boolean {
  if (segments.length >= maxDepth) return false;
  for (const key of Object.keys(object)) {
    segments.push(key);
    const isGoing =
      visit({ segments, text: key, type: "key" }) && walk(object[key] ?? null, segments, visit);
    segments.pop();
    if (!isGoing) return false;
  }
  return true;
}

const plainStep = /^(?:[A-Za-z_$][A-Za-z_$-]{0,39}|\d{1,5})$/;

/** True for steps that look like a name in a contract or a place in a list. */
export function isPlainStep(step: string): boolean {
  return plainStep.test(step);
}

/** Writes a JSON pointer. */
export function pointerTo(segments: readonly string[]): string {
  let pointer = "";
  for (const step of segments) pointer += `/${escaped(step)}`;
  return pointer;
}

function escaped(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}
