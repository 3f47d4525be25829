import { type JsonSchema, subschemas } from "@toolcourt/sdk";
import { patternsIn } from "./admission/patterns.ts";
import { bytesOf } from "./measure.ts";

/**
 * Checks and compilation take about 0.1 ms per subschema. This many do not block the event loop.
 */
const mostSubschemas = 200;
const mostBytes = 16 * 1024;
const mostPatternWork = 2_000;

/**
 * Tells whether a schema is small enough to inspect closely at almost no cost. Most real schemas
 * are.
 */
export function isLight(schema: JsonSchema): boolean {
  if (bytesOf(schema, mostBytes) > mostBytes) return false;
  let count = 0;
  let patternWork = 0;
  for (const place of subschemas(schema)) {
    count += 1;
    for (const { value } of patternsIn(place)) patternWork += workOf(value);
    if (count > mostSubschemas || patternWork > mostPatternWork) return false;
  }
  return true;
}

const pieces = /\\.|\[(?:\\.|[^\]\\])*\]|\{(?<least>\d{1,6})(?:,(?<most>\d{0,6}))?\}|./gsu;

/** Estimates the size of a pattern with its repetitions unrolled, as it is compiled. */
function workOf(pattern: string): number {
  const outside: number[] = [];
  let size = 0;
  let last = 0;
  for (const { 0: piece, groups } of pattern.matchAll(pieces)) {
    if (piece === "(") {
      outside.push(size);
      size = 0;
    } else if (piece === ")") {
      last = size;
      size += outside.pop() ?? 0;
    } else {
      const times = repetitionsIn(groups);
      size += times === undefined ? 1 : last * (times - 1);
      last = times === undefined ? 1 : last * times;
    }
  }
  return size;
}

function repetitionsIn(groups: Partial<Record<string, string>> | undefined): number | undefined {
  const { least, most } = { ...groups };
  return least === undefined ? undefined : Math.max(1, Number(least), Number(most ?? 1));
}
