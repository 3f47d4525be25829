import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { isLargerThan } from "../../boundary/cleaning/json-size.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { ClauseMode, ClauseName } from "../clause-counters.ts";
import type { ReceivedResult } from "./received-result.ts";

export interface Judged {
  readonly result: ReceivedResult;
  readonly tool: RegisteredTool;
  readonly mode: ClauseMode;
  readonly maxBytes: number;
}

/**
 * Returns a clause's objections in our own words, none if it is kept, undefined if it does not
 * apply.
 */
export type ClauseCheck = (judged: Judged) => readonly string[] | undefined;

/**
 * The clauses that can be checked synchronously. `output` needs the validator and comes after them.
 */
export const outputClauses: readonly (readonly [ClauseName, ClauseCheck])[] = [
  ["size", size],
  ["is-error-flag", isErrorFlag],
  ["output-missing", outputMissing],
  ["text-agrees", textAgrees],
];

// Our own tool returns everything twice, as structure and as escaped text, and limits its own
// input.
const localFactor = 16;

function size({ result, tool, maxBytes }: Judged): readonly string[] {
  const most = tool.home.kind === "local" ? localFactor * maxBytes : maxBytes;
  return isLargerThan(result.raw, result.size, most) ? [`expected at most ${most} bytes`] : [];
}

function isErrorFlag({ result }: Judged): readonly string[] {
  return result.isError === undefined ? ["/isError: expected it to be set"] : [];
}

// A failed tool has no output for its schema to describe.
function outputMissing({ result, tool }: Judged): readonly string[] | undefined {
  if (tool.contract.output === undefined || result.isError === true) return undefined;
  return result.structured === undefined
    ? ["/structuredContent: expected what the output schema describes"]
    : [];
}

/** Comparing a longer text costs more than watching is worth. */
const maxWatchedLength = 16_384;

function textAgrees({ result, mode }: Judged): readonly string[] | undefined {
  const { structured, content, isPromoted } = result;
  if (structured === undefined || isPromoted === true) return undefined;
  const maxLength = mode === "observe" ? maxWatchedLength : Number.POSITIVE_INFINITY;
  const disagrees = (block: JsonValue): boolean => {
    const text = textIn(block, maxLength);
    // Most servers write one as the other, which needs no parsing to see.
    if (text === undefined || text === JSON.stringify(structured)) return false;
    const parsed = parsedText(text);
    return parsed !== undefined && !isSameJson(parsed, structured);
  };
  const index = content.findIndex(disagrees);
  return index < 0 ? [] : [`/content/${index}/text: expected the structured content`];
}

/** Returns whether a block repeats exactly the structured content. */
export function repeats(block: JsonValue, structured: JsonValue): boolean {
  const text = textIn(block, Number.POSITIVE_INFINITY);
  const parsed = text === undefined ? undefined : parsedText(text);
  return parsed !== undefined && isSameJson(parsed, structured);
}

function textIn(block: JsonValue, maxLength: number): string | undefined {
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" && text.length <= maxLength ? text : undefined;
}

/** Returns undefined unless the text is a JSON object or array: plain words need not agree. */
function parsedText(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Beyond the maximum depth of structured content, values count as different. */
function isSameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isJsonArray(a) !== isJsonArray(b)) return false;
  const members = Object.entries(a);
  const others = new Map(Object.entries(b));
  return (
    members.length === others.size &&
    members.every(([key, value]) => {
      const other = others.get(key);
      return other !== undefined && isSameJson(value, other);
    })
  );
}
