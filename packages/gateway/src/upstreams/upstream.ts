import type { JsonObject, JsonValue } from "@toolcourt/sdk";

export type Era = "modern" | "legacy";

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface UpstreamCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly onProgress?: (progress: Progress) => void;
}

/** A connection to a server. Everything it gives back is as received: nothing is stripped, nothing is believed. */
export interface Upstream extends AsyncDisposable {
  readonly era: Era;
  /** The whole list, every page of it. */
  readonly listTools: (signal: AbortSignal) => Promise<readonly JsonValue[]>;
  /** The `result` of the call. Throws an `UpstreamError` for everything else. */
  readonly callTool: (call: UpstreamCall, signal: AbortSignal) => Promise<JsonObject>;
  /** Any other method of the protocol. */
  readonly request: (
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ) => Promise<JsonObject>;
  /** Resolves when the connection is gone for good, whoever ended it. */
  readonly lost: Promise<void>;
}

export interface UpstreamListeners {
  /** The server says that its tools are others now. */
  readonly toolsChanged: () => void;
}

/** What went wrong, as far as the caller's next step depends on it. */
export type UpstreamFault =
  /** Nothing was sent: trying again is safe. */
  | { readonly kind: "unreachable" }
  /** Something was sent and no answer came: what the server did is not known. */
  | { readonly kind: "lost" }
  /** The server answered with an error of the protocol. */
  | { readonly kind: "rpc"; readonly code: number }
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
