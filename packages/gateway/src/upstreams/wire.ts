import type { JSONRPCRequest, Transport as SdkTransport } from "@modelcontextprotocol/client";
import type { Era } from "./upstream.ts";

export interface SendOptions {
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  readonly leaving: Leaving;
  readonly era: Era;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Lets the listener of the caller's signal also close what the wire holds open for the request. One
 * abort listener serves both.
 */
export interface Leaving {
  giveUp?: (() => void) | undefined;
}

/** The byte channel to one server. */
export interface Wire extends AsyncDisposable {
  /** The SDK client's transport, for the handshake and all messages that are not answers to us. */
  readonly transport: SdkTransport;
  /** Sends a request. Rejects with an `UpstreamError` once no answer can come. */
  readonly send: (request: JSONRPCRequest, options: SendOptions) => Promise<void>;
  /** Returns why the wire broke, if it did. */
  readonly brokenBy: () => Error | undefined;
}
