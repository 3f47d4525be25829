import type { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import { type Cancellation, signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { Effect, JsonObject, JsonValue } from "@toolcourt/sdk";
import type { UsableConnection } from "../boundary/connections/connections.ts";
import type { Era } from "../protocol/era.ts";
import type { Excess } from "../protocol/message-size.ts";

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * Capabilities of a caller that a server may use before it answers. The modern era asks within a
 * result, the legacy era sends a request.
 */
export const askings = ["elicitation", "sampling", "roots"] as const;
export type Asking = (typeof askings)[number];

/** One question of a server. */
export interface InputRequest {
  readonly method: string;
  readonly params: JsonObject;
}

/** One log line of a server about a request, as received. */
export interface LogMessage {
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** Channel to the caller while its request is pending. */
export interface CallerChannel {
  /** The caller's capabilities, as the protocol names them. */
  readonly capabilities: JsonObject;
  /**
   * Asks the caller during the call. Absent if the caller's era does not allow it, or without a
   * session.
   */
  readonly ask?: (request: InputRequest, signal: AbortSignal) => Promise<JsonObject>;
  /** Told of a question that did not reach the caller. Default: off. */
  readonly onRefused?: (method: string) => void;
  readonly onProgress?: (progress: Progress) => void;
  /** Absent if the caller wants no log lines. */
  readonly log?: { readonly level: string; readonly onMessage: (message: LogMessage) => void };
}

/** The answers to a server's questions, and the state to send back with them. */
export interface Resumption {
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** Details of a call that is an HTTP operation. */
export interface Outgoing {
  /** The tool's public name. */
  readonly tool: string;
  /** Digest of the operation behind the contract. */
  readonly operation: string;
  /** From the contract: only reads are retried. */
  readonly effect: Effect;
  /** Absent if no credential is needed. */
  readonly connection?: UsableConnection;
  /** The scope of the call, by named levels. */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
  /** The retries that the policy allows. Default: those of the egress. */
  readonly maxRetries?: number;
  /** Ids of the call, for its log lines. */
  readonly ids?: CallIds;
  /** The circuit of the tool and its caller. */
  readonly circuit?: string;
}

/** How a call may go on after its answer. */
export interface TaskWish {
  /** How long the server should keep the task. */
  readonly ttlMs: number;
  /** Whether a legacy server is asked for a task: only its tool's definition says that it has some. */
  readonly isForLegacy: boolean;
}

export interface UpstreamCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** Default: the call may not become a task. */
  readonly task?: TaskWish | undefined;
  /** Set only for an HTTP operation. */
  readonly outgoing?: Outgoing | undefined;
  /** Deadline of an HTTP operation in monotonic ms. Default: none. */
  readonly endsAt?: number | undefined;
  readonly channel?: CallerChannel | undefined;
  readonly resumption?: Resumption | undefined;
  /** Metadata of ours for this server. Default: none. */
  readonly meta?: JsonObject | undefined;
  /** Trace context of the call. */
  readonly trace?: TraceContext | undefined;
}

/** Any other protocol request. Requests about tasks have the modern form in both eras. */
export interface UpstreamRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly channel?: CallerChannel | undefined;
  readonly trace?: TraceContext | undefined;
  /** Declares that we take tasks. Default: not declared. */
  readonly takesTasks?: boolean;
  /** Whether the gateway asks for itself, such as for a list. Default: for a caller. */
  readonly isOurs?: true;
}

/** A connection to a server. All results are returned as received: unstripped and untrusted. */
export interface Upstream extends AsyncDisposable {
  readonly era: Era;
  /** Returns the whole list, all pages. */
  readonly listTools: (signal: AbortSignal) => Promise<readonly JsonValue[]>;
  /** Returns the `result` of the call. Throws an `UpstreamError` for anything else. */
  readonly callTool: (call: UpstreamCall, signal: Cancellation) => Promise<JsonObject>;
  /** Sends any other protocol request. */
  readonly request: (request: UpstreamRequest, signal: Cancellation) => Promise<JsonObject>;
  /** Returns the server's capabilities, as the protocol names them. */
  readonly capabilities: () => JsonObject;
  /** Sets the watched resources. Their changes go to the upstream's listeners. */
  readonly watchResources: (uris: readonly string[], signal: AbortSignal) => Promise<void>;
  /** Resolves when the connection is gone for good, whichever side ended it. */
  readonly lost: Promise<void>;
}

/** A connection of an embedding program. It gets signals of the platform. */
export interface ProgramUpstream extends Omit<Upstream, "callTool" | "request"> {
  /** Returns the `result` of the call. Throws an `UpstreamError` for anything else. */
  readonly callTool: (call: UpstreamCall, signal: AbortSignal) => Promise<JsonObject>;
  /** Sends any other protocol request. */
  readonly request: (request: UpstreamRequest, signal: AbortSignal) => Promise<JsonObject>;
}

/** Calls a connection of a program as one of ours. */
export function fromProgram(program: ProgramUpstream): Upstream {
  return {
    era: program.era,
    listTools: (signal) => program.listTools(signal),
    callTool: (call, signal) => program.callTool(call, signalOf(signal)),
    request: (request, signal) => program.request(request, signalOf(signal)),
    capabilities: () => program.capabilities(),
    watchResources: (uris, signal) => program.watchResources(uris, signal),
    lost: program.lost,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

export interface UpstreamListeners {
  /** The server announced changed tools. */
  readonly toolsChanged: () => void;
  /** The server announced changed resources or prompts. */
  readonly changed?: (what: "resources" | "prompts") => void;
  /** The server announced a change of a watched resource. */
  readonly resourceUpdated?: (uri: string) => void;
  /** The throttle withheld a message, a tool was invalid, or an extension is not handled. */
  readonly dropped?: ((what: Dropped) => void) | undefined;
  /** The server completed a request after it was told that the caller had left. */
  readonly answeredLate?: () => void;
  /** The server's process wrote to its standard error. The text is untrusted. */
  readonly wroteError?: (text: string) => void;
  /**
   * The server's process ended by itself, or because it exceeded a limit of its sandbox. Takes the
   * end of its standard error.
   */
  readonly ended?: (lastWords: string, limit?: OverLimit) => void;
  /** A package of `npx` was installed for the server's sandbox. */
  readonly installed?: (what: Installed) => void;
  /** The server sent output that belongs to no request. */
  readonly strayed?: (what: Stray) => void;
}

/** Why the processes of a sandbox were ended. `unwatched`: its limits could not be checked. */
export type OverLimit = "memory" | "processes" | "unwatched";

/** The codes of errors about such an end, from which messages are derived. */
export const overLimitCodes: { readonly [Limit in OverLimit]: string } = {
  memory: "SANDBOX_MEMORY",
  processes: "SANDBOX_PROCESSES",
  unwatched: "SANDBOX_UNWATCHED",
};

/** An installed package, and its digest as npm recorded it. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
}

/** Output besides answers, questions and notifications. */
export type Stray =
  /** Not a protocol message. */
  | "line"
  /** An answer to an already answered request. */
  | "second-answer"
  /** An answer to a request that was never sent. */
  | "unasked-answer";

export type Dropped =
  | { readonly kind: "progress" | "log" }
  /** The server's own name for it, which is untrusted. */
  | { readonly kind: "tool" | "extension"; readonly name: string };

/** A failure, classified by the caller's possible next step. */
export type UpstreamFault =
  /** Nothing was sent: a retry is safe. */
  | { readonly kind: "unreachable" }
  /** The request was sent and no answer came: its effect is unknown. */
  | { readonly kind: "lost" }
  /** The server answered with a protocol error. */
  | {
      readonly kind: "rpc";
      readonly code: number;
      /** The missing client capability, if the server names it as the only reason. */
      readonly requires?: Asking;
      /** The handled extension that the client would have to declare, if that is the reason. */
      readonly demands?: string;
    }
  /** The server answered with an HTTP error status. */
  | { readonly kind: "http"; readonly status: number; readonly retryAfterMs?: number }
  /** The answer was too large, or no JSON-RPC. */
  | { readonly kind: "garbled" }
  /** The answer has more keys, values or levels than a message may have. It was not parsed. */
  | { readonly kind: "too-complex"; readonly excess: Excess }
  /** There is no valid credential, or the server refused it. It did nothing. */
  | { readonly kind: "credential"; readonly refusal: Refusal }
  /** The tool list exceeds our limit of pages or tools. */
  | { readonly kind: "list-too-long"; readonly entries: number; readonly pages: number };

/** A failed request. The server's own text stays in `cause`, for the log. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault, options?: ErrorOptions) {
    super(`The server did not answer as it should (${fault.kind}).`, options);
    this.fault = fault;
  }
}

const methods: ReadonlyMap<string, Asking> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** Returns the capability that a method needs from a caller. Undefined for other methods. */
export function askingOf(method: string): Asking | undefined {
  return methods.get(method);
}
