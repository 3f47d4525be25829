import type { CallIds, DiscoveryIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { AuditEventFields } from "./audit-events.ts";
import type { ProcessFields } from "./process-events.ts";
import type { RelayFields } from "./relay-events.ts";
import type { SandboxFields } from "./sandbox-events.ts";

interface OfTool {
  readonly tool: string;
  readonly server: string;
}

/** Fields of every line about a call. The six that S2-35 requires keep its names. */
export interface OfCall {
  readonly callId: string;
  readonly traceId: string;
  readonly correlation_id: string;
  readonly session_id: string | null;
  readonly connection_id: string | null;
  /** The public name of an existing tool. */
  readonly tool_id: string | null;
  /** The stage that the call reached. */
  readonly stage:
    | "opened"
    | "resolve"
    | "authorize"
    | "connect"
    | "approve"
    | "run"
    | "cache"
    | "done";
  readonly status: "started" | "repeated" | "answered" | "failed" | "asked" | "refused";
  /** The stored id of the connection, once the call was granted it. Default: unset. */
  readonly connection?: string;
  /** Set for discovery tools, whose sentences name all fields. Default: unset. */
  readonly profile?: "cloud-discovery";
  /** What a discovery looks at, by level. Unset for other calls. */
  readonly scope?: DiscoveryIds["scope"];
  /** Unset for calls that are no discovery. */
  readonly tier?: DiscoveryIds["tier"];
}

/** A server's own text, cleaned and cut. */
export interface ForeignWords {
  readonly source: "error" | "stderr";
  readonly text: string;
}

/** How many tools a server has, by what callers can do with them. */
export interface ToolCounts {
  readonly tools: number;
  /** Without any approval. */
  readonly callable: number;
  readonly withApproval: number;
  readonly held: number;
  /** Held because they differ from the lock. */
  readonly drifted: number;
  /** Not held, and without an output schema. */
  readonly untyped: number;
}

export interface CallOfTool extends OfCall {
  /** As the caller wrote it. */
  readonly tool: string;
  /** The server of an existing tool. */
  readonly server: string | null;
  /** The endpoint that the call came to. Default: the whole gateway. */
  readonly endpoint?: string;
}

/** A failed attempt that is followed by another. */
interface Repetition {
  /** Counted from 1. */
  readonly attempt: number;
  readonly fault: string;
  readonly waitMs: number;
}

/** Facts about a result, without its content. */
export interface ResultSummary {
  readonly sha256?: string;
  readonly bytes?: number;
  readonly blocks?: number;
  readonly hasData?: boolean;
  readonly fromCache?: boolean;
  /** Whether no schema describes it. */
  readonly untyped?: boolean;
}

/**
 * The fields of each event. Anything without a field here cannot be logged: no arguments, no
 * results, no secrets.
 */
export interface EventFields extends AuditEventFields, ProcessFields, RelayFields, SandboxFields {
  "tool.defaulted": OfTool;
  "tool.discovered": OfTool;
  /** Includes the replacement if the tool reached its removal date. */
  "tool.removed": OfTool & { readonly replacement?: string };
  "tool.deprecated-used": OfCall &
    OfTool & { readonly replacement: string; readonly removalDate: string };
  "tool.not-found": { readonly tool: string };
  "tool.explicit": { readonly tool: string; readonly config: string };
  "tool.merged": {
    readonly tool: string;
    readonly explicit: string;
    readonly defaults: string;
    readonly final: string;
  };
  "tool.excluded": OfTool;
  "tool.nonconformant": OfTool & { readonly rules: readonly string[] };
  "tool.drifted": OfTool & { readonly difference: string };
  "tool.updated": OfTool & { readonly difference: string };
  /** Its contract was admitted in the store, over the lock. */
  "tool.admitted": OfTool;
  "tool.withdrawn": OfTool;
  "tool.withheld": OfTool;
  "tool.unreviewed": OfTool & { readonly rules: readonly string[] };
  "tool.dropped": OfTool;
  "tool.collided": {
    readonly tool: string;
    readonly winner: string;
    readonly loser: string;
  };
  /** Both kept, under these names. */
  "tool.qualified": {
    readonly tool: string;
    readonly servers: readonly [string, string];
    readonly names: readonly string[];
  };
  /** `owner` has the name that the tool would take. */
  "tool.name-taken": OfTool & { readonly name: string; readonly owner: string };
  /** No word of the request: it may be about anything. */
  "tool.searched": { readonly found: number; readonly among: number; readonly traceId: string };
  "call.opened": CallOfTool & {
    /** Names of the arguments that the contract declares, unless sensitive. */
    readonly parameters?: readonly string[];
    /** Hash, size and shape of the arguments. Only in detailed lines. */
    readonly arguments?: {
      readonly sha256: string;
      readonly bytes: number;
      readonly shape?: readonly string[];
      readonly unnamed?: number;
      readonly sensitive?: number;
    };
  };
  "call.closed": CallOfTool & {
    /** The outcome, or the code of the refusal. */
    readonly outcome: string;
    readonly ms: number;
    readonly error?: { readonly class: string; readonly code: string };
    readonly result?: ResultSummary;
  };
  /** An internal error. */
  "call.failed": CallOfTool & {
    /** Location of its stack trace. */
    readonly kept: string;
  };
  "call.retried": OfCall & Repetition & { readonly server: string };
  "clause.counted": {
    readonly clause: string;
    readonly mode: "observe" | "user" | "remove" | "enforce";
    readonly broken: number;
    readonly checked: number;
    /** The tools that broke it, the worst first. */
    readonly tools: readonly string[];
  };
  "lock.created": { readonly tools: number; readonly servers: number };
  "server.empty": { readonly server: string; readonly url: string };
  "request.retried": Repetition & {
    /** The target's origin. */
    readonly target: string;
  } & (OfCall | { readonly traceId: null });
  /** `problem` is the first one, with its location. */
  "server.unreadable": { readonly server: string; readonly problem: string };
  /** The gateway could not start, or not reach one of several servers. */
  "start.failed": {
    /** Null for a failure without a code, such as a bug. */
    readonly code: string | null;
    /** The next command to type. Null if there is none. */
    readonly next: string | null;
    /** A function, so that a line of JSON has the text once, as its message. */
    readonly text: () => string;
  };
  /** The tools of a server at the start, or when it joins late. */
  "server.tools": ToolCounts & {
    readonly server: string;
    /** The next command to type. Null if there is nothing to do. */
    readonly next: string | null;
  };
  "server.left-out": { readonly server: string; readonly because: string };
  "server.unavailable": {
    readonly server: string;
    readonly url: string;
    /** In our own words. */
    readonly because: string;
    /** The command that helps. */
    readonly next: string;
    readonly wrote?: ForeignWords | undefined;
    /** Set if the server was lost later. Default: it is missing at the start. */
    readonly isRunning?: true;
  };
  /** A lost server is connected again. */
  "server.restored": { readonly server: string; readonly restarts: number };
  /** A call failed at its server. `wrote` is the server's own text, cleaned and cut. */
  "server.failed": OfCall & {
    readonly server: string;
    readonly fault: string;
    /** In our own words. */
    readonly because: string;
    readonly wrote?: ForeignWords | undefined;
    /** The command that helps. */
    readonly next: string;
  };
  /** A server's own text, redacted like every line. */
  "server.wrote": { readonly server: string; readonly text: string };
  /** `tail` is the end of what its process wrote to its standard error. */
  "server.ended": { readonly server: string; readonly tail: string; readonly next: string };
  /** `text` is a function for the reason of `start.failed`. */
  "config.warned": { readonly text: () => string };
  /** A client was disconnected because it does not read. `bytes` waited for it. */
  "client.stalled": {
    readonly entrance: "stdio" | "http" | "metrics";
    readonly bytes: number;
  };
  "notification.dropped": {
    readonly server: string;
    readonly progress: number;
    readonly log: number;
  };
  "lock.unwritten": object;
  "audit.created": { readonly publicKey: string };
  "audit.failed": { readonly place: "store" | "second"; readonly because: string };
  "audit.recovered": { readonly place: "store" | "second" };
  "audit.signed": object;
  "audit.unsigned": { readonly because: string };
  "audit.unfinished": { readonly calls: number; readonly mayRun: number };
  "result.lost": OfCall & { readonly because: string };
  "approvals.pruned": { readonly approvals: number };
  "approvals.prune-failed": { readonly because: string };
  "grants.pruned": { readonly grants: number };
  "grants.prune-failed": { readonly because: string };
  "quarantine.lost": { readonly results: number; readonly because: string };
  "quarantine.trimmed": { readonly results: number };
  "quarantine.pruned": { readonly results: number };
  "quarantine.prune-failed": { readonly because: string };
  "results.pruned": { readonly results: number };
  "results.prune-failed": { readonly because: string };
  "change-notice.failed": { readonly server: string };
  "identity.refused": {
    readonly because: string;
    /** Our name of the issuer that the token claims. */
    readonly issuer?: string;
    /** Number of refusals for this reason since the last line about it. */
    readonly requests: number;
    /** The address of the last client. */
    readonly client?: string;
  };
  "keys.loaded": { readonly file: string; readonly keys: number };
  "keys.waiting": { readonly file: string; readonly keys: number };
  "policy.waiting": { readonly policy: string };
  "sequence.observed": { readonly tool: string; readonly statements: readonly string[] };
  "keys.unusable": {
    readonly file: string;
    /** The first of them, with its location. */
    readonly problem: string;
  };
  "connection.save-failed": { readonly connection: string };
  "store.held": { readonly families: readonly string[]; readonly mayForget: boolean };
  "limits.local-only": { readonly store: "Redis" | "The shared store" };
  "limits.shared": { readonly store: "Redis" | "The shared store" };
  "traces.export-failed": { readonly host: string };
  "traces.export-recovered": { readonly host: string };
  "policy.loaded": {
    readonly policy: string;
    readonly version: string;
    readonly statements: number;
  };
  "policy.unusable": {
    readonly policy: string;
    /** The first of them, with its location. */
    readonly problem: string;
    readonly problems: number;
  };
}

/** Returns the ids of a call for its log lines. */
export function followedBy(ids: CallIds): Omit<OfCall, "stage" | "status"> {
  const { callId, traceId, correlationId, sessionId, connectionId, toolId } = ids;
  return {
    callId,
    traceId,
    correlation_id: correlationId,
    session_id: sessionId ?? null,
    connection_id: connectionId ?? null,
    tool_id: toolId ?? null,
    ...placeOf(ids),
  };
}

const discovering = { profile: "cloud-discovery" } as const;

/** Returns what the lines of a call say about its connection and its discovery. */
export function placeOf({
  grantedConnection: connection,
  discovery,
}: CallIds): Pick<OfCall, "connection" | "profile" | "scope" | "tier"> | undefined {
  if (connection === undefined && discovery === undefined) return undefined;
  return {
    ...(connection !== undefined && { connection }),
    ...(discovery && { ...discovering, ...discovery }),
  };
}
