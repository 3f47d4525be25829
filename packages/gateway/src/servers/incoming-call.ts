import {
  type Agent,
  agentOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import type { IncomingCall, Principal } from "../calls/call.ts";
import { readTraceContext, type TraceContext, traceIdOf } from "../kernel/trace-context.ts";
import type { Reach, Resumption } from "../upstreams/upstream.ts";

export interface Request {
  readonly params: JsonObject;
  readonly meta: JsonValue | undefined;
  /** The reserved keys that a modern request carries about its sender. */
  readonly envelope: JsonValue | undefined;
  /** How a legacy client called itself when it said hello. */
  readonly greeted: Partial<Agent> | undefined;
  readonly reach?: Reach | undefined;
  readonly resumption?: Resumption | undefined;
  readonly principal: Principal;
}

export interface Arrival {
  /** Whoever sits at this machine, where nobody has to say who they are. */
  readonly principal: Principal;
  readonly newId: () => string;
}

const queryKey = "dev.toolcourt/query";
/** Names the approval that a call is to use. Public. */
export const approvalMetaKey = "dev.toolcourt/approval";

/** Makes a call of a request, whichever lane it came by. Nothing in it is believed but the principal. */
export function incomingCall(
  { params, meta, envelope, greeted, reach, resumption, principal }: Request,
  newId: () => string,
): IncomingCall {
  const name = own(params, "name");
  const queryId = isJsonObject(meta) ? own(meta, queryKey) : undefined;
  const trace = traceIn(meta);
  return {
    callId: newId(),
    principal,
    ...(typeof queryId === "string" ? { queryId: queryId.slice(0, maxQueryId) } : {}),
    correlationId: newId(),
    ...(trace === undefined ? { traceId: newId() } : { traceId: traceIdOf(trace), trace }),
    agent: agentOf(envelope, greeted),
    tool: typeof name === "string" ? name : "",
    arguments: own(params, "arguments") ?? {},
    ...(reach === undefined ? {} : { reach }),
    ...(resumption === undefined ? {} : { resumption }),
    ...approvalNamedIn(meta),
  };
}

/** Where in a trace its sender says a request is. */
export function traceIn(meta: JsonValue | undefined): TraceContext | undefined {
  const traceparent = isJsonObject(meta) ? own(meta, "traceparent") : undefined;
  if (traceparent === undefined || !isJsonObject(meta)) return undefined;
  return readTraceContext(traceparent, own(meta, "tracestate"));
}

/** What is no text names nothing that there is, and is not the same as naming nothing. */
function approvalNamedIn(meta: JsonValue | undefined): Pick<IncomingCall, "namedApproval"> {
  const named = isJsonObject(meta) ? own(meta, approvalMetaKey) : undefined;
  if (named === undefined) return {};
  return { namedApproval: typeof named === "string" ? named : "" };
}

/** Longer than any honest one; it is kept in memory until the question is forgotten. */
const maxQueryId = 200;
