// A call is one object, from its arrival to its record. Each stage sets one field, which proves that
// the call passed it. A stage requires the call type it needs, so stages in the wrong order do not
// compile.

import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import { printable } from "@toolcourt/contracts/internal/schemas/short-form";
import type { Agent, Effect, JsonObject, JsonValue, ToolContract } from "@toolcourt/sdk";
import type { PresentedToken } from "../boundary/connections/connections.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CallerChannel, Outgoing, Resumption } from "../upstreams/upstream.ts";
import type { Carrier } from "./carrier.ts";
import type { Approval, Judged, PresentedWords } from "./judged.ts";
import type { ToolPlan } from "./plan.ts";

const maxNameLength = 128;

/** An authenticated caller. */
export interface Principal {
  readonly id: string;
  readonly permissions: readonly string[] | "all";
  /** As stated by a trusted issuer. Policy decides what they allow. */
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  /** All token claims. For policy only: never logged or audited. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** The token of this request, for an exchange at its issuer only. Never written. Default: none. */
  readonly presented?: PresentedToken;
  /** The local user, a person with an identity, or a program acting for itself. Default: `user`. */
  readonly kind?: "local" | "user" | "system";
}

/** An incoming call, from any entrance. */
export interface IncomingCall {
  readonly callId: string;
  readonly principal: Principal;
  /** The query that the call serves, as stated by the caller. Default: none. */
  readonly queryId?: string | undefined;
  readonly correlationId: string;
  /** The caller's session, as stated. For tracing only: it decides nothing. Default: none. */
  readonly sessionId?: string | undefined;
  readonly traceId: string;
  /** The call's position in its trace, from the caller or our own recording. Default: none. */
  readonly trace?: TraceContext | undefined;
  readonly agent: Agent;
  /** As the caller named it. Once its tool is found, the public name. */
  readonly tool: string;
  /** The endpoint that it came to, by its name. Default: the whole gateway. */
  readonly endpoint?: string | undefined;
  /** As the caller wrote them. Default: none. Once `input` exists, read that instead. */
  readonly arguments?: JsonValue | undefined;
  /** Channel to the caller during the call. Default: none. */
  readonly channel?: CallerChannel | undefined;
  /** The caller's answers to the tool's last question. Default: none. */
  readonly resumption?: Resumption | undefined;
  /** The approval that the caller claims to have. Never passed to a tool. Default: none. */
  readonly namedApproval?: string | undefined;
  /** The request, if it is about a resource or a prompt. Default: none, for a tool call. */
  readonly relayed?: RelayedRequest | undefined;
  /** Runs the tool. Default: our own connection to its server, or our own process. */
  readonly carrier?: Carrier | undefined;
  /** The call whose tool makes this one. Default: none; entrances never set it. */
  readonly within?: OuterCall | undefined;
  /** Where a person typed the call, if it was in our console. Default: a client made it. */
  readonly source?: "console" | undefined;
  /** What the person wrote that the call serves, and who says so. Default: unknown. */
  readonly words?: PresentedWords | undefined;
  /** The named tool at arrival, held or not. Default: none; only the pipeline sets it. */
  readonly plan?: ToolPlan | undefined;
}

/** A request that is no tool call. It takes the same record, limits and execution as one. */
export interface RelayedRequest {
  readonly method: string;
  /** As they are sent. */
  readonly params: JsonObject;
  /** What the caller asks for: a URI, a template or the name of a prompt. */
  readonly subject: { readonly kind: "uri" | "prompt"; readonly name: string };
}

export interface ResolvedCall extends IncomingCall {
  /** When its tool was looked up, in monotonic ms. */
  readonly startedAt?: number | undefined;
  readonly registered: RegisteredTool;
  readonly plan: ToolPlan;
}

/** The principal may call this tool with some arguments. Which ones, `authorize` decides. */
export interface Permit {
  readonly kind: "permitted";
}

export interface PermittedCall extends ResolvedCall {
  readonly permit: Permit;
  /** The arguments with what the host fills in. Default: nothing was filled in. */
  readonly prepared?: JsonObject | undefined;
}

export interface ValidatedCall extends PermittedCall {
  /** The arguments after the input schema, with defaults applied. Read this, never `arguments`. */
  readonly input: JsonObject;
  /** The stored connection that the call would use. Default: none. */
  readonly connectionName?: string | undefined;
}

/** The statement that allowed the call. */
export interface Grant {
  readonly statement: string;
  /** The version of the policy that contains the statement. */
  readonly policy?: string;
  /** What the policy caps for this caller and tool. Default: nothing. */
  readonly caps?: Caps;
}

/** A maximum, and the limit of the policy that sets it. */
interface Cap {
  readonly max: number;
  readonly limit: string;
}

interface Caps {
  readonly timeoutMs?: Cap;
  readonly retries?: Cap;
  readonly resultBytes?: Cap;
}

export interface AuthorizedCall extends ValidatedCall {
  readonly grant: Grant;
}

/** The route of an HTTP operation: its target and its connection. */
export type Connection =
  | { readonly kind: "not-needed" }
  | { readonly kind: "made"; readonly outgoing: Outgoing };

export interface ConnectedCall extends AuthorizedCall {
  readonly connection: Connection;
}

/** No connection, or no approval, is needed. */
export const notNeeded = { kind: "not-needed" } as const;

export interface JudgedCall extends ConnectedCall {
  readonly judged: Judged;
}

export interface ApprovedCall extends JudgedCall {
  readonly approval: Approval;
}

/** The fields of a call as stages set them. Each stage sets its own, once. */
type Fields = { -readonly [Name in keyof IncomingCall]: IncomingCall[Name] } & {
  -readonly [Name in Exclude<keyof ApprovedCall, keyof IncomingCall>]?:
    | ApprovedCall[Name]
    | undefined;
};

/**
 * Creates the object of a call that has arrived. It has all fields from the start: an object that
 * grows costs more at every access.
 */
export function beginCall(
  call: IncomingCall,
  plan: ToolPlan | undefined,
  trace: TraceContext | undefined,
): IncomingCall {
  const fields: Fields = {
    callId: call.callId,
    principal: call.principal,
    queryId: call.queryId,
    correlationId: call.correlationId,
    sessionId: call.sessionId,
    traceId: call.traceId,
    trace,
    agent: call.agent,
    // An endpoint may have a prefix. All stages see the public name.
    tool: call.endpoint === undefined || plan === undefined ? call.tool : plan.tool.publicName,
    endpoint: call.endpoint,
    arguments: call.arguments,
    channel: call.channel,
    resumption: call.resumption,
    namedApproval: call.namedApproval,
    relayed: call.relayed,
    carrier: call.carrier,
    within: call.within,
    source: call.source,
    words: call.words,
    plan,
    startedAt: undefined,
    registered: undefined,
    permit: undefined,
    prepared: undefined,
    input: undefined,
    connectionName: undefined,
    grant: undefined,
    connection: undefined,
    judged: undefined,
    approval: undefined,
  };
  return fields;
}

export function setTool(
  call: IncomingCall,
  plan: ToolPlan,
  startedAt: number,
): asserts call is ResolvedCall {
  const fields: Fields = call;
  fields.plan = plan;
  fields.registered = plan.tool;
  fields.startedAt = startedAt;
}

export function setPermit(call: ResolvedCall, permit: Permit): asserts call is PermittedCall {
  const fields: Fields = call;
  fields.permit = permit;
}

/** Completes the arguments. A call that is refused before its grant is recorded as it came. */
export function setPrepared(call: PermittedCall, prepared: JsonObject): void {
  const fields: Fields = call;
  fields.prepared = prepared;
}

export function setInput(call: PermittedCall, input: JsonObject): asserts call is ValidatedCall {
  const fields: Fields = call;
  fields.input = input;
}

export function setConnectionName(call: ValidatedCall, name: string): void {
  const fields: Fields = call;
  fields.connectionName = name;
}

/** The principal may have permissions that only the policy knows. */
export function setGrant(
  call: ValidatedCall,
  grant: Grant,
  principal: Principal = call.principal,
): asserts call is AuthorizedCall {
  const fields: Fields = call;
  fields.grant = grant;
  fields.principal = principal;
  if (call.prepared !== undefined) fields.arguments = call.prepared;
}

export function setConnection(
  call: AuthorizedCall,
  connection: Connection,
): asserts call is ConnectedCall {
  const fields: Fields = call;
  fields.connection = connection;
}

export function setJudged(call: ConnectedCall, judged: Judged): asserts call is JudgedCall {
  const fields: Fields = call;
  fields.judged = judged;
}

/** What was approved replaces what has arrived: a person saw the stored bytes. Default: as it is. */
export function setApproval(
  call: JudgedCall,
  approval: Approval,
  { input, resumption }: Pick<ConnectedCall, "input" | "resumption"> = call,
): asserts call is ApprovedCall {
  const fields: Fields = call;
  fields.input = input;
  fields.resumption = resumption;
  fields.approval = approval;
}

export function isResolved(call: IncomingCall): call is ResolvedCall {
  const fields: Fields = call;
  return fields.registered !== undefined;
}

export function isAuthorized(call: IncomingCall): call is AuthorizedCall {
  const fields: Fields = call;
  return fields.grant !== undefined;
}

export function isConnected(call: IncomingCall): call is ConnectedCall {
  const fields: Fields = call;
  return fields.connection !== undefined;
}

export function isApproved(call: IncomingCall): call is ApprovedCall {
  const fields: Fields = call;
  return fields.approval !== undefined;
}

/**
 * A tool's request for input before it can answer. Checked: the caller declared support for all of
 * it.
 */
export interface Question {
  readonly asks: {
    readonly inputRequests?: JsonObject;
    readonly requestState?: string;
    /** Our own keys. Default: none. */
    readonly _meta?: JsonObject;
  };
  /** What a caller gets instead, if the call goes on as a task. Default: it does not. */
  readonly task?: JsonObject;
}

/** The pipeline's output: the checked MCP result. */
export interface CheckedResult {
  readonly content: readonly JsonValue[];
  readonly structuredContent?: JsonValue | undefined;
  readonly isError: boolean;
  readonly meta?: JsonObject | undefined;
}

/**
 * An outer call, as its inner calls know it. It cannot be forged from outside: no entrance reads
 * it.
 */
export interface OuterCall {
  readonly callId: string;
  /** The public name it was called by. */
  readonly tool: string;
  readonly contract: ToolContract;
  /** Its own outer call. Default: none. */
  readonly within?: OuterCall;
  readonly mayCall: (tool: string) => boolean;
  /** The strongest effect allowed for this one inner call. Default: that of the contract. */
  readonly atMost?: Effect;
  /** Its deadline in monotonic ms. No inner call outlasts it. */
  readonly endsAt: number;
  /** Takes one of its remaining calls. */
  readonly take: () => "taken" | "over" | "too-many";
  /** Takes one of the calls shared with all outer and inner calls. */
  readonly takeOfAll: () => boolean;
}

export function isQuestion(output: object): output is Question {
  return "asks" in output;
}

/** Yields the outer calls, nearest first. */
export function* around(within: OuterCall | undefined): Generator<OuterCall, void> {
  for (let outer = within; outer !== undefined; outer = outer.within) yield outer;
}

/** Returns a caller-supplied name in printable form: it may hold anything, of any length. */
export function shownName(name: string): string {
  return printable(name, maxNameLength);
}
