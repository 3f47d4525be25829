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
 * How whoever hears of a caller that leaves ends what the wire holds open for its request. One listener to a
 * signal is enough for both.
 */
export interface Leaving {
  giveUp?: (() => void) | undefined;
}

/** The bytes between us and one server. */
export interface Wire extends AsyncDisposable {
  /** What the SDK's client holds: it says hello, and hears what is not an answer to us. */
  readonly transport: SdkTransport;
  /** Sends a request of ours. Rejects with an `UpstreamError` if no answer can come any more. */
  readonly send: (request: JSONRPCRequest, options: SendOptions) => Promise<void>;
  /** Why the wire broke, if it did. */
  readonly brokenBy: () => Error | undefined;
}
