import type { ErrorClass } from "../result/failures.ts";

/** Fields common to all events of a call. A call with an invalid context has only the valid ids. */
interface CallFacts {
  readonly tool: string;
  readonly version: string;
  readonly traceId?: string;
  readonly correlationId?: string;
  readonly agentId?: string;
}

/** A call has started. Carries parameter names, never values. */
export interface CallOpened extends CallFacts {
  readonly kind: "call.opened";
  readonly parameterNames: readonly string[];
}

/** The size of a result, without its content. */
export interface ResultSummary {
  /** Characters of `data` as JSON. */
  readonly size: number;
  /** Number of members of `data`. Undefined unless it is a list or an object. */
  readonly members?: number;
  readonly suggestedNextActions: number;
  readonly warnings: number;
  readonly confidence: number;
}

/** A call has ended, with success or failure. */
export interface CallClosed extends CallFacts {
  readonly kind: "call.closed";
  readonly outcome: "answered" | "failed";
  readonly errorClass?: ErrorClass;
  readonly code?: string;
  readonly ms: number;
  readonly cached: boolean;
  readonly resultSummary: ResultSummary;
}

/**
 * A call has failed with an error that callers must not see. Send it only to a sink hidden from
 * callers.
 */
export interface ToolThrew extends CallFacts {
  readonly kind: "tool.threw";
  readonly error: unknown;
}

/** A call has used a deprecated tool. */
export interface DeprecatedUsed extends CallFacts {
  readonly kind: "tool.deprecated-used";
  readonly since: string;
  readonly replacement: string;
  readonly removalDate: string;
}

export type ToolEvent = CallOpened | CallClosed | ToolThrew | DeprecatedUsed;
