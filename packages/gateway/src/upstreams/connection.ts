import type {
  Transport as ClientTransport,
  JSONRPCRequest,
  PriorDiscovery,
} from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Asking, Era, UpstreamListeners } from "./upstream.ts";

export interface SendOptions {
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  readonly cancelHandle: CancelHandle;
  readonly era: Era;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Lets the listener of the caller's signal also close what the wire holds open for the request. One
 * abort listener serves both.
 */
export interface CancelHandle {
  abort?: (() => void) | undefined;
}

/** The byte channel to one server. */
export interface Connection extends AsyncDisposable {
  /** The SDK client's transport, for the handshake and all messages that are not answers to us. */
  readonly transport: ClientTransport;
  /** Sends a request. Rejects with an `UpstreamError` once no answer can come. */
  readonly send: (request: JSONRPCRequest, options: SendOptions) => Promise<void>;
  /** Returns why the wire broke, if it did. */
  readonly closeReason: () => Error | undefined;
}

/** Dependencies for opening an upstream. */
export interface UpstreamDeps {
  readonly clock: Clock;
  /** Resolves all addresses of a name. Default: the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  readonly listeners: UpstreamListeners;
  /** Aborts the opening. An open upstream is closed by disposal. */
  readonly signal: AbortSignal;
  /** One per server. Outlives a connection. */
  readonly memory: EraMemory;
  /**
   * Search path for commands. Also the child's `PATH` unless it has its own: a script with
   * `#!/usr/bin/env` finds nothing without one.
   */
  readonly searchPath: string;
  /**
   * Capabilities of callers that the server may use. Default: none. A legacy server learns them
   * once. A modern one gets its caller's own with each request, within these.
   */
  readonly allowedRequests?: readonly Asking[];
  /**
   * Whether to read a response to its end after the server was told that the caller left. Default:
   * it is closed at once.
   */
  readonly readsAfterCancel?: boolean;
}

/** Remembers the era of a server, so that it is probed once and not at every connection. */
export interface EraMemory {
  readonly recall: () => PriorDiscovery | undefined;
  readonly remember: (verdict: PriorDiscovery) => void;
  readonly forget: () => void;
}

// A permanent "legacy" verdict would hide that the server was upgraded to the modern era.
const legacyVerdictLastsMs = 24 * 60 * 60 * 1000;

export function createEraMemory(clock: Clock): EraMemory {
  let verdict: PriorDiscovery | undefined;
  let since = 0;

  return {
    recall: () => {
      const stale = clock.monotonic() - since >= legacyVerdictLastsMs;
      return verdict?.kind === "legacy" && stale ? undefined : verdict;
    },
    remember: (seen) => {
      if (verdict?.kind !== seen.kind) since = clock.monotonic();
      verdict = seen;
    },
    forget: () => {
      verdict = undefined;
    },
  };
}
