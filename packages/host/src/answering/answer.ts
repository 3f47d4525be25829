import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { Rejected, Summary } from "../grounding/summary.ts";
import type { Mode } from "../grounding/verify.ts";

/** The single call of a question, as sent to the pipeline. */
export interface CallMade {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/**
 * The tool's result as it left the pipeline: redacted, and validated if it has an output schema.
 */
export interface ShownResult {
  readonly structured?: JsonValue;
  readonly content: readonly JsonValue[];
  readonly isError: boolean;
  /** The tool's suggestions. For display only: never executed. */
  readonly hints?: JsonObject;
  /** Hash of the JSON text of `{structured, content, isError}` as shown. */
  readonly sha256: string;
}

/** A result that violates the tool's contract. For people only: no model sees it. */
export interface RawOutput {
  readonly quarantineId: string;
  /** Redacted, and truncated if long. */
  readonly text: string;
  readonly isCut: boolean;
  /** Hash of the whole text, before redaction and truncation. */
  readonly sha256: string;
}

/** Why the answer has only a result. */
export interface PartRefused {
  readonly part: "parsing" | "summary";
  /** Codes, such as the violated clause, or how a claim differs from its quote. */
  readonly reasons: readonly string[];
  /** Schema violations of a result, in our own words. */
  readonly issues?: readonly string[];
}

/** A question without a tool call, or with a refused one. */
export interface Blocked {
  readonly kind: "blocked";
  /** A code of the error catalog. */
  readonly code: string;
  readonly message: string;
  /** The next command to type. */
  readonly next: string;
  /** Present if the pipeline refused the call. */
  readonly call?: CallMade;
  /** Whether the tool of that call ran anyway. */
  readonly toolRan?: "no" | "unknown";
}

export interface MoreInfo {
  readonly kind: "needs_more_info";
  readonly question: string;
  readonly missing: readonly string[];
}

/** Has exactly one of `result` and `raw`. */
export interface ResultShown {
  readonly kind: "tool_result";
  readonly call: CallMade;
  readonly result?: ShownResult;
  readonly refused?: PartRefused;
  readonly raw?: RawOutput;
  /** Our own sentence if the tool failed, returned nothing, or broke its contract. */
  readonly note?: string;
}

export interface SummaryShown {
  readonly kind: "tool_result_with_summary";
  readonly call: CallMade;
  readonly result: ShownResult;
  readonly summary: Summary;
  readonly mode: Mode;
  /** Bullets chosen but not shown, with reasons. */
  readonly rejected: readonly Rejected[];
}

/** Every possible answer to a question. */
export type Answer = Blocked | MoreInfo | ResultShown | SummaryShown;
