import type { ToolContract } from "@toolcourt/sdk";
import type { Source } from "./grounding/source.ts";
import type { Mode } from "./grounding/verify.ts";
import type { PlannableTool } from "./planner/prepared-tool.ts";

/** A tool as planners get it: under its public name, without the parameters that only the host may fill. */
export type PlannedTool = ToolContract & PlannableTool;

/** All that a planner gets. There is no way to call in it. */
export interface PlanRequest {
  readonly question: string;
  /** The same array for as long as the tools are the same, so that what is made of it can be kept. */
  readonly tools: readonly PlannedTool[];
  readonly signal: AbortSignal;
  /** Why the last plan could not be used, where there was one: our own words, for another try. */
  readonly refused?: { readonly code: string; readonly message: string };
}

/** Gives a plan, as text or as a value, at once or later. Nothing that it says is taken on trust. */
export type PlanQuestion = (request: PlanRequest) => unknown;

/** All that is known to whoever chooses what to show of a result: spans of what was validated and redacted. */
export interface SummaryRequest {
  readonly question: string;
  readonly source: Source;
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/** Gives one chosen bullet `{span, claim?}` after the other. Nothing that it says is taken on trust. */
export type ChooseQuotes = (request: SummaryRequest) => AsyncIterable<unknown>;
