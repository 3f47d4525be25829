import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";

/** The end of a span. Contains only our own codes and names. */
export interface SpanEnding {
  /** The registered name of the target. Absent if it does not exist. */
  readonly target?: string | undefined;
  /** Absent without an error. `tool_error` if the tool itself reports one. */
  readonly error?: string | undefined;
  /** Protocol error code. */
  readonly status?: number | undefined;
}

/** A span that is being recorded. */
export interface OpenSpan {
  /** Trace context to pass on to the next request. */
  readonly context: TraceContext;
  readonly end: (ending: SpanEnding) => void;
}

/** An incoming request. */
export interface ServedRequest {
  readonly method: string;
  /** The trace id in our logs. */
  readonly traceId?: string;
  /** The call id in our logs. */
  readonly callId?: string;
  readonly correlationId?: string;
  /** The caller's trace context. */
  readonly parent?: TraceContext | undefined;
}

/** An outgoing request to a server. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly server: string;
  /** Trace context of the incoming request it belongs to. */
  readonly parent: TraceContext;
}

/** Records requests as spans. Returns undefined if this request is not sampled. */
export interface Tracing {
  readonly served: (request: ServedRequest) => OpenSpan | undefined;
  readonly sent: (request: SentRequest) => OpenSpan | undefined;
}
