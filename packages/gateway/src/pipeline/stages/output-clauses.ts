import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { ClauseName } from "../clause-counters.ts";
import { agrees } from "./other-text.ts";
import { isLargerResult, type ReceivedResult } from "./received-result.ts";

export interface Judged {
  readonly result: ReceivedResult;
  readonly tool: RegisteredTool;
  readonly maxBytes: number;
}

/**
 * Returns a clause's objections in our own words, none if it is kept, undefined if it does not
 * apply.
 */
export type ClauseCheck = (judged: Judged) => readonly string[] | undefined;

/** The clauses about a result as a whole. Those about its parts come after them. */
export const outputClauses: readonly (readonly [ClauseName, ClauseCheck])[] = [
  ["size", size],
  ["is-error-flag", isErrorFlag],
  ["output-missing", outputMissing],
];

// Our own tool returns everything twice, as structure and as escaped text, and limits its own
// input.
const localFactor = 16;

function size({ result, tool, maxBytes }: Judged): readonly string[] {
  const most = tool.home.kind === "local" ? localFactor * maxBytes : maxBytes;
  return isLargerResult(result, most) ? [`expected at most ${most} bytes`] : [];
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

/** Returns whether a block repeats exactly the structured content. */
export function repeats(block: JsonValue, structured: JsonValue): boolean {
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" && agrees(text, structured);
}
