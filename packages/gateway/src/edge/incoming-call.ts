import {
  type Agent,
  agentOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import {
  readTraceContext,
  type TraceContext,
  traceIdOf,
} from "../foundation/kernel/trace-context.ts";
import type { IncomingCall, Principal } from "../pipeline/call.ts";
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
/** What links the calls of one piece of work, and the session they belong to. For logs and traces. Public. */
export const correlationMetaKey = "dev.toolcourt/correlation";
export const sessionMetaKey = "dev.toolcourt/session";

/** Makes a call of a request, whichever lane it came by. Nothing in it is believed but the principal. */
export function incomingCall(
  { params, meta, envelope, greeted, reach, resumption, principal }: Request,
  newId: () => string,
): IncomingCall {
  const name = own(params, "name");
  return {
    callId: newId(),
    principal,
    ...idsIn(meta, newId),
    agent: agentOf(envelope, greeted),
    tool: typeof name === "string" ? name : "",
    arguments: own(params, "arguments") ?? {},
    ...(reach === undefined ? {} : { reach }),
    ...(resumption === undefined ? {} : { resumption }),
    ...approvalNamedIn(meta),
  };
}

type Ids = Pick<IncomingCall, "queryId" | "correlationId" | "sessionId" | "traceId" | "trace">;

/** What the call belongs to, where its sender says so. */
function idsIn(meta: JsonValue | undefined, newId: () => string): Ids {
  const queryId = isJsonObject(meta) ? own(meta, queryKey) : undefined;
  const sessionId = textIn(meta, sessionMetaKey, plainId);
  const trace = traceIn(meta);
  return {
    ...(typeof queryId === "string" ? { queryId: queryId.slice(0, maxQueryId) } : {}),
    correlationId: textIn(meta, correlationMetaKey, uuid) ?? newId(),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(trace === undefined ? { traceId: newId() } : { traceId: traceIdOf(trace), trace }),
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const plainId = /^[\w.:-]{1,128}$/;

/** What stands there, where it looks as it should: it gets into logs. */
function textIn(meta: JsonValue | undefined, key: string, form: RegExp): string | undefined {
  const value = isJsonObject(meta) ? own(meta, key) : undefined;
  return typeof value === "string" && form.test(value) ? value : undefined;
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
