import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { JsonObject } from "@toolcourt/sdk";
import type { UpstreamCall } from "../upstreams/upstream.ts";

/**
 * Runs the tool of one call in place of our own connection: a proxy that asked about the call. Only
 * for the tool that it names. What it reports is as untrusted as a server's answer.
 */
export interface Carrier {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Resolves to what the proxy reports. Called at most once. */
  readonly carry: (call: UpstreamCall, signal: Cancellation) => Promise<JsonObject>;
}
