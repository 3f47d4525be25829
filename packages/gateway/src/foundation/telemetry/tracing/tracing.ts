import type { TraceContext } from "../../kernel/trace-context.ts";

/** What a span ends with. All of it is ours: codes and names of our own tables. */
export interface SpanEnding {
  /** The name that the registry has for what was asked; absent where there is no such thing. */
  readonly target?: string | undefined;
  /** Absent where nothing went wrong. `tool_error` where the tool says so itself. */
  readonly error?: string | undefined;
  /** The number of an error of the protocol. */
  readonly status?: number | undefined;
}

/** A span that is being recorded. */
export interface OpenSpan {
  /** Where what happens next is, for whoever is asked. */
  readonly context: TraceContext;
  readonly end: (ending: SpanEnding) => void;
}

/** A request that somebody made of us. */
export interface ServedRequest {
  readonly method: string;
  /** The trace as our logs call it. */
  readonly traceId?: string;
  /** What our own logs know the call by. */
  readonly callId?: string;
  readonly correlationId?: string;
  /** Where the caller says it is. */
  readonly parent?: TraceContext | undefined;
}

/** A request that we make of a server. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly server: string;
  /** Where the request is that it is made for. */
  readonly parent: TraceContext;
}

/** Records what happens to requests. Gives nothing where this one is not recorded. */
export interface Tracing {
  readonly served: (request: ServedRequest) => OpenSpan | undefined;
  readonly sent: (request: SentRequest) => OpenSpan | undefined;
}
