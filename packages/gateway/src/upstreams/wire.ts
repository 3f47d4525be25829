import type { JSONRPCRequest, Transport as SdkTransport } from "@modelcontextprotocol/client";
import type { Era } from "./upstream.ts";

export interface SendOptions {
  /** Ends what the wire holds open for this one request. */
  readonly signal: AbortSignal;
  readonly era: Era;
  readonly headers: Readonly<Record<string, string>>;
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
