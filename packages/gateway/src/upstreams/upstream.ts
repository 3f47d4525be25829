import type { Effect, JsonObject, JsonValue } from "@toolcourt/sdk";
import type { UsableConnection } from "../boundary/connections/connections.ts";
import type { CallIds } from "../foundation/kernel/call-ids.ts";
import type { TraceContext } from "../foundation/kernel/trace-context.ts";

export type Era = "modern" | "legacy";

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a server may ask of a caller before it answers. The modern era puts it into a result, the legacy era sends it. */
export const askings = ["elicitation", "sampling", "roots"] as const;
export type Asking = (typeof askings)[number];

/** One thing that a server asks for. */
export interface InputRequest {
  readonly method: string;
  readonly params: JsonObject;
}

/** One line of a server's own log about a request, as received. */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** How whoever asked can be reached while the answer is being made. */
export interface Reach {
  /** What the caller says it can be asked, in the words of the protocol. */
  readonly capabilities: JsonObject;
  /** Asks the caller right away. Absent where the caller's era has no such thing, or it has no session. */
  readonly ask?: (request: InputRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly onProgress?: (progress: Progress) => void;
  /** Absent where the caller does not want to hear of it. */
  readonly log?: { readonly level: string; readonly onMessage: (message: LogMessage) => void };
}

/** The answers to what was asked, together with what the server wants to have back with them. */
export interface Resumption {
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** How a call leaves that is an operation over HTTP. */
export interface Outgoing {
  /** The tool as callers say it. */
  readonly tool: string;
  /** The digest of the operation that its contract stands for. */
  readonly operation: string;
  /** Of the contract: only what reads is sent again. */
  readonly effect: Effect;
  /** Absent where it goes without a credential. */
  readonly connection?: UsableConnection;
  /** What it is about, by named levels. */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
  /** What the call is followed by, to be told with what is logged. */
  readonly ids?: CallIds;
}

export interface UpstreamCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Only where the tool is an operation over HTTP. */
  readonly outgoing?: Outgoing;
  readonly reach?: Reach;
  readonly resumption?: Resumption;
  /** Where in its trace the call is. */
  readonly trace?: TraceContext;
}

/** Any other request of the protocol. */
export interface UpstreamRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly reach?: Reach;
  readonly trace?: TraceContext;
}

/** A connection to a server. Everything it gives back is as received: nothing is stripped, nothing is believed. */
export interface Upstream extends AsyncDisposable {
  readonly era: Era;
  /** The whole list, every page of it. */
  readonly listTools: (signal: AbortSignal) => Promise<readonly JsonValue[]>;
  /** The `result` of the call. Throws an `UpstreamError` for everything else. */
  readonly callTool: (call: UpstreamCall, signal: AbortSignal) => Promise<JsonObject>;
  /** Any other method of the protocol. */
  readonly request: (request: UpstreamRequest, signal: AbortSignal) => Promise<JsonObject>;
  /** What the server says it has, in the words of the protocol. */
  readonly capabilities: () => JsonObject;
  /** Which resources we want to hear of. Whoever opened the upstream is told of their changes. */
  readonly watchResources: (uris: readonly string[], signal: AbortSignal) => Promise<void>;
  /** Resolves when the connection is gone for good, whoever ended it. */
  readonly lost: Promise<void>;
}

export interface UpstreamListeners {
  /** The server says that its tools are others now. */
  readonly toolsChanged: () => void;
  /** The server says that something else of it is others now. */
  readonly changed?: (what: "resources" | "prompts") => void;
  /** The server says that a resource that we watch is another. */
  readonly resourceUpdated?: (uri: string) => void;
  /** Something of the server's was kept from a caller, or from us: too much of it, or a tool that is not valid. */
  readonly dropped?: (what: Dropped) => void;
  /** The server sent a whole result to a request whose caller had left, and said so. */
  readonly answeredLate?: () => void;
  /** The server sent something that belongs to nothing it was asked. */
  readonly strayed?: (what: Stray) => void;
}

/** What a server sends besides answers, questions and notifications. */
export type Stray =
  /** No message of the protocol. */
  | "line"
  /** An answer to a request that is answered already. */
  | "second-answer"
  /** An answer to a request that nobody made. */
  | "unasked-answer";

export type Dropped =
  | { readonly kind: "progress" | "log" }
  /** Under the name that the server gave it, which may be anything. */
  | { readonly kind: "tool"; readonly name: string };

/** What went wrong, as far as the caller's next step depends on it. */
export type UpstreamFault =
  /** Nothing was sent: trying again is safe. */
  | { readonly kind: "unreachable" }
  /** Something was sent and no answer came: what the server did is not known. */
  | { readonly kind: "lost" }
  /** The server answered with an error of the protocol. */
  | {
      readonly kind: "rpc";
      readonly code: number;
      /** What the caller would have to be able to be asked, where the server says that this is all. */
      readonly requires?: Asking;
    }
  /** The server answered with an HTTP status that is no answer. */
  | { readonly kind: "http"; readonly status: number; readonly retryAfterMs?: number }
  /** The answer was larger than allowed, or no JSON-RPC at all. */
  | { readonly kind: "garbled" }
  /** The list of tools has more pages or more tools than we read. */
  | { readonly kind: "list-too-long" };

/** The server's own words stay in `cause`, for the log. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, options?: ErrorOptions) {
    super(`The server did not answer as it should (${fault.kind}).`, options);
    this.fault = fault;
  }
}
