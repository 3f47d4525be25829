import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  readTraceContext,
  type TraceContext,
  traceIdOf,
} from "@toolcourt/contracts/internal/kernel/trace-context";
import {
  type Agent,
  agentOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import {
  type CheckedResult,
  type IncomingCall,
  isQuestion,
  type Principal,
  type Question,
} from "../pipeline/call.ts";
import { resultOf as checkedResultOf } from "../pipeline/result-of.ts";
import { failureOf, passedOn, type Traces } from "../pipeline/trace-calls.ts";
import type { RelayRequest } from "../relays/relays.ts";
import type { CallerChannel, Resumption } from "../upstreams/upstream.ts";

export interface Request {
  readonly params: JsonObject;
  readonly meta: JsonValue | undefined;
  /** The reserved keys of a modern request about its sender. */
  readonly envelope: JsonValue | undefined;
  /** The client name from a legacy handshake. */
  readonly greeted: Partial<Agent> | undefined;
  readonly channel?: CallerChannel | undefined;
  readonly resumption?: Resumption | undefined;
  readonly principal: Principal;
}

export interface Arrival extends Pick<Runtime, "newId"> {
  /** The local user if callers need no identity. */
  readonly principal: Principal;
}

const queryKey = "dev.toolcourt/query";
/** Names the approval that a call wants to use. Public. */
export const approvalMetaKey = "dev.toolcourt/approval";
/** Correlation id and session id of related calls. For logs and traces. Public. */
export const correlationMetaKey = "dev.toolcourt/correlation";
export const sessionMetaKey = "dev.toolcourt/session";
/** What the person wrote: signed by a registered host, or stated by the client alone. Public. */
const wordsMetaKey = "dev.toolcourt/words";

/** Builds a call from a request of either lane. Only the principal is trusted. */
export function incomingCall(
  { params, meta, envelope, greeted, channel, resumption, principal }: Request,
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
    ...(channel === undefined ? {} : { channel }),
    ...(resumption === undefined ? {} : { resumption }),
    ...approvalNamedIn(meta),
    ...wordsStatedIn(meta),
  };
}

/** Only a token can be the person's own words. No entrance can say that they were typed with us. */
function wordsStatedIn(meta: JsonValue | undefined): Pick<IncomingCall, "words"> {
  const stated = isJsonObject(meta) ? own(meta, wordsMetaKey) : undefined;
  if (typeof stated === "string") return { words: { kind: "signed", token: stated } };
  const text = isJsonObject(stated) ? own(stated, "text") : undefined;
  return typeof text === "string" ? { words: { kind: "claimed", text } } : {};
}

/** Builds a request about a resource or a prompt. It has the ids of a call, for its record. */
export function relayRequestOf(
  {
    params,
    meta,
    envelope,
    greeted,
    channel,
    trace,
  }: Omit<Request, "principal" | "resumption"> & Pick<RelayRequest, "trace">,
  newId: () => string,
): RelayRequest {
  return {
    params,
    callId: newId(),
    ...idsIn(meta, newId),
    agent: agentOf(envelope, greeted),
    ...(channel === undefined ? {} : { channel }),
    ...(trace === undefined ? {} : { trace }),
  };
}

type Ids = Pick<IncomingCall, "queryId" | "correlationId" | "sessionId" | "traceId" | "trace">;

/** Returns the ids of a call, as far as its sender states them. */
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

/** Returns the value only if it is well-formed, because it gets into logs. */
function textIn(meta: JsonValue | undefined, key: string, form: RegExp): string | undefined {
  const value = isJsonObject(meta) ? own(meta, key) : undefined;
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** Returns the trace context that the sender states. */
export function traceIn(meta: JsonValue | undefined): TraceContext | undefined {
  const traceparent = isJsonObject(meta) ? own(meta, "traceparent") : undefined;
  if (traceparent === undefined || !isJsonObject(meta)) return undefined;
  return readTraceContext(traceparent, own(meta, "tracestate"));
}

/** A non-text value names an approval that does not exist, which differs from naming none. */
function approvalNamedIn(meta: JsonValue | undefined): Pick<IncomingCall, "namedApproval"> {
  const named = isJsonObject(meta) ? own(meta, approvalMetaKey) : undefined;
  if (named === undefined) return {};
  return { namedApproval: typeof named === "string" ? named : "" };
}

/** Longer than any legitimate id. It stays in memory until the query expires. */
const maxQueryId = 200;

/** Converts the pipeline's output into the protocol's form. */
export function resultOf(output: CheckedResult | Question): JsonObject {
  if (!isQuestion(output)) return checkedResultOf(output);
  const { asks, task } = output;
  return task === undefined
    ? { resultType: "input_required", ...asks }
    : { resultType: "task", ...task };
}

/** A request other than a tool call. */
export interface TracedRequest {
  readonly method: string;
  readonly meta: JsonValue | undefined;
}

const none: Traces = { flags: "ignore" };

/** Runs a request within a span if it is traced, and passes on its trace position. */
export async function traceRequest<Answer>(
  { method, meta }: TracedRequest,
  traces: Traces = none,
  answer: (trace: TraceContext | undefined) => Promise<Answer>,
): Promise<Answer> {
  const parent = traceIn(meta);
  const span = traces.tracing?.served({ method, parent });
  if (span === undefined) return answer(parent && passedOn(parent, traces));
  try {
    const answered = await answer(span.context);
    span.end({});
    return answered;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}
