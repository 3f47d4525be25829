import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { Rejected, Summary } from "./grounding/summary.ts";
import type { Mode } from "./grounding/verify.ts";

/** The one call that a question had, as it was given to the line. */
export interface CallMade {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What the tool said, as it left the line: redacted, and held to its output schema where it has one. */
export interface ShownResult {
  readonly structured?: JsonValue;
  readonly content: readonly JsonValue[];
  readonly isError: boolean;
  /** What the tool suggests. For whoever reads it: nothing of it is ever carried out. */
  readonly hints?: JsonObject;
  /** Of the JSON text of `{structured, content, isError}` as shown. */
  readonly sha256: string;
}

/** What a tool returned although its contract forbids it. For people: no model sees any of it. */
export interface RawOutput {
  readonly quarantineId: string;
  /** Redacted, and cut where it is long. */
  readonly text: string;
  readonly isCut: boolean;
  /** Of the whole text, before anything was hidden or cut. */
  readonly sha256: string;
}

/** Why there is a result and not what was wanted of it. */
export interface PartRefused {
  readonly part: "parsing" | "summary";
  /** Codes, such as the clause that a result broke or what a claim has that its quote has not. */
  readonly reasons: readonly string[];
  /** What the schema objects to in a result, in our own words. */
  readonly issues?: readonly string[];
}

/** A question that no tool was called for, or whose call was refused. */
export interface Blocked {
  readonly kind: "blocked";
  /** One of the table of errors. */
  readonly code: string;
  readonly message: string;
  /** The next command to type. */
  readonly next: string;
  /** Present where the line refused the call. */
  readonly call?: CallMade;
  /** Whether the tool of that call has run all the same. */
  readonly toolRan?: "no" | "unknown";
}

export interface MoreInfo {
  readonly kind: "needs_more_info";
  readonly question: string;
  readonly missing: readonly string[];
}

/** Exactly one of `result` and `raw` is there. */
export interface ResultShown {
  readonly kind: "tool_result";
  readonly call: CallMade;
  readonly result?: ShownResult;
  readonly refused?: PartRefused;
  readonly raw?: RawOutput;
  /** Our own sentence where the tool failed, said nothing, or broke its contract. */
  readonly note?: string;
}

export interface SummaryShown {
  readonly kind: "tool_result_with_summary";
  readonly call: CallMade;
  readonly result: ShownResult;
  readonly summary: Summary;
  readonly mode: Mode;
  /** What was chosen and not shown, with the reasons. */
  readonly rejected: readonly Rejected[];
}

/** All that a question can come to. */
export type Answer = Blocked | MoreInfo | ResultShown | SummaryShown;
