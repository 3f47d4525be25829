import type { ToolContract } from "@toolcourt/sdk";
import type { Source } from "./grounding/source.ts";
import type { Mode } from "./grounding/verify.ts";
import type { PlannableTool } from "./planner/prepared-tool.ts";

/** A tool for planners: under its public name, without host-injected parameters. */
export type PlannedTool = ToolContract & PlannableTool;

/** The input of a planner. It contains no way to make calls. */
export interface PlanRequest {
  readonly question: string;
  /** The array is identical until the tools change, so results derived from it can be cached. */
  readonly tools: readonly PlannedTool[];
  readonly signal: AbortSignal;
  /** Why the last plan was refused, in our own words. Default: first attempt. */
  readonly refused?: { readonly code: string; readonly message: string } | undefined;
}

/** Returns a plan as text or value, synchronously or not. Its output is never trusted. */
export type PlanQuestion = (request: PlanRequest) => unknown;

/** The input of a chooser: spans of a validated and redacted result. */
export interface SummaryRequest {
  readonly question: string;
  readonly source: Source;
  readonly mode: Mode;
  readonly signal: AbortSignal;
}

/** Yields chosen bullets `{span, claim?}`. Its output is never trusted. */
export type ChooseQuotes = (request: SummaryRequest) => AsyncIterable<unknown>;
