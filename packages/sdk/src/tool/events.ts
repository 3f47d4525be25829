import type { ErrorClass } from "../result/failures.ts";

/** What every event of a call carries. A call with an invalid context has only the ids that were valid. */
interface CallFacts {
  readonly tool: string;
  readonly version: string;
  readonly traceId?: string;
  readonly correlationId?: string;
  readonly agentId?: string;
}

/** A call has come in. Names of parameters, never their values. */
export interface CallOpened extends CallFacts {
  readonly kind: "call.opened";
  readonly parameterNames: readonly string[];
}

/** How much a result holds, without saying what. */
export interface ResultSummary {
  /** Characters of `data` as JSON. */
  readonly size: number;
  /** Members of `data` when it is a list or an object. */
  readonly members?: number;
  readonly suggestedNextActions: number;
  readonly warnings: number;
  readonly confidence: number;
}

/** A call has been answered. */
export interface CallClosed extends CallFacts {
  readonly kind: "call.closed";
  readonly outcome: "answered" | "failed";
  readonly errorClass?: ErrorClass;
  readonly code?: string;
  readonly ms: number;
  readonly cached: boolean;
  readonly resultSummary: ResultSummary;
}

/** A call has failed with an error that nobody outside may read. For a sink that is kept from callers. */
export interface ToolThrew extends CallFacts {
  readonly kind: "tool.threw";
  readonly error: unknown;
}

/** A call has used a tool that its author has deprecated. */
export interface DeprecatedUsed extends CallFacts {
  readonly kind: "tool.deprecated-used";
  readonly since: string;
  readonly replacement: string;
  readonly removalDate: string;
}

export type ToolEvent = CallOpened | CallClosed | ToolThrew | DeprecatedUsed;
