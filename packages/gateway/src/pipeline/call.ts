// Each stage adds one field, and that field is the proof the stage was passed. A stage asks for the
// call type it needs, so calling stages in the wrong order does not compile.

import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { TraceContext } from "../foundation/kernel/trace-context.ts";
import type { Outgoing, Reach, Resumption } from "../upstreams/upstream.ts";
import type { OuterCall } from "./outer-call.ts";

/** Who calls, once authenticated. */
export interface Principal {
  readonly id: string;
  readonly permissions: readonly string[] | "all";
  /** As somebody we trust has said. What they are worth is the policy's to say. */
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  /** All that its token says. The policy looks at it; nobody writes it down. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** Whoever sits at this machine, somebody with an identity, or a program that acts for nobody. Absent: `user`. */
  readonly kind?: "local" | "user" | "system";
}

export interface Agent {
  readonly name: string;
  readonly version: string;
}

/** A call as it came in, whichever entrance it came by. */
export interface IncomingCall {
  readonly callId: string;
  readonly principal: Principal;
  /** The question of a person that the call serves, where the caller says so. */
  readonly queryId?: string;
  readonly correlationId: string;
  /** The session of its caller, where the caller says so. For tracing: nothing is decided by it. */
  readonly sessionId?: string;
  readonly traceId: string;
  /** Where in its trace the call is, where its caller says so or we record it. */
  readonly trace?: TraceContext;
  readonly agent: Agent;
  readonly tool: string;
  /** As the caller wrote them; absent means none. Read `input` once it is there. */
  readonly arguments?: JsonValue;
  /** Absent where the caller can neither be asked nor told anything on the way. */
  readonly reach?: Reach;
  /** Present where the caller answers what the tool asked the last time. */
  readonly resumption?: Resumption;
  /** The approval that the caller says it has. No tool gets to see it. */
  readonly namedApproval?: string;
  /** The call whose tool makes this one. Absent where it came by an entrance: none of them reads it. */
  readonly within?: OuterCall;
}

export interface ResolvedCall extends IncomingCall {
  /** When its tool was looked up, on the clock that only grows. */
  readonly startedAt?: number;
  readonly registered: RegisteredTool;
}

export interface ValidatedCall extends ResolvedCall {
  /** The arguments after the input schema, defaults applied. Read this, never `arguments`. */
  readonly input: JsonObject;
  /** The name of the stored connection that it would go over, where it would go over one. */
  readonly connectionName?: string;
}

/** The statement that allowed the call. */
export interface Grant {
  readonly statement: string;
  /** The version of the policy that the statement stands in. */
  readonly policy?: string;
}

export interface AuthorizedCall extends ValidatedCall {
  readonly grant: Grant;
}

/** How the call leaves where it is an operation over HTTP: where to, and over which connection. */
export type Connection =
  | { readonly kind: "not-needed" }
  | { readonly kind: "made"; readonly outgoing: Outgoing };

export interface ConnectedCall extends AuthorizedCall {
  readonly connection: Connection;
}

export type Approval =
  | { readonly kind: "not-needed" }
  | {
      readonly kind: "given";
      readonly by: string;
      readonly at: number;
      readonly id: string;
      readonly digest: string;
    };

export interface ApprovedCall extends ConnectedCall {
  readonly approval: Approval;
}

/** What a tool asks for before it can answer. Checked: the caller said it can be asked for all of it. */
export interface Question {
  readonly asks: {
    readonly inputRequests?: JsonObject;
    readonly requestState?: string;
  };
}

/** What leaves the line: the result object of the protocol, checked. */
export interface CheckedResult {
  readonly content: readonly JsonValue[];
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
  readonly meta?: JsonObject;
}

export function isQuestion(output: object): output is Question {
  return "asks" in output;
}
