import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lookup } from "./address.ts";
import type { AnswerMeanings } from "./answer-meanings.ts";
import type { BreakerPolicy } from "./breakers.ts";
import type { Dial } from "./connector.ts";
import type { EgressPolicy } from "./egress-rules.ts";
import type { GatewayRoute } from "./gateway-route.ts";
import type { Credential, Headers } from "./request-headers.ts";
import type { RetryDeps, RetryPolicy } from "./retries.ts";
import type { AnswerHeaders } from "./retry-after.ts";

export interface EgressRequest {
  readonly method: string;
  /** The target's own URL, even if the request goes through a gateway. */
  readonly url: string;
  readonly headers?: Headers;
  /**
   * Opened only when the headers are written. A request, redirect or page of another origin is
   * refused.
   */
  readonly credential?: Credential;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /**
   * Total time limit, including redirects, retries and backoff. Default: the limit of the egress.
   */
  readonly deadlineMs?: number;
  /** Makes a write safe to retry. Default: none, and a write is sent once. */
  readonly idempotency?: { readonly header: string; readonly key: string };
  /** Whether the request is a write. Default: derived from the method. */
  readonly changes?: boolean;
  /** Default: as many as the egress allows. */
  readonly maxRetries?: number;
  /** Correlation ids of the call, for logs. */
  readonly ids?: CallIds;
  /**
   * Names the circuit that its failures count for. Requests of different callers have different
   * ones, so none can pause the target for another. Default: one for all requests without a name.
   */
  readonly circuit?: string;
  /** What the target's own codes and headers mean. Default: only built-in meanings. */
  readonly answers?: AnswerMeanings;
}

export interface EgressAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Unpacked. */
  readonly body: Uint8Array;
  /** URL of the target that answered, after redirects. */
  readonly url: string;
  /** Whether the status reports a partial result. A body can report it too: see `saysPartial`. */
  readonly isPartial: boolean;
  readonly attempts: number;
}

/** `required` without a route refuses every request: none bypasses the gateway. */
export type GatewayPolicy =
  | { readonly kind: "none" }
  | { readonly kind: "required"; readonly through?: GatewayRoute };

export interface EgressLimits {
  readonly maxPayloadBytes: number;
  readonly maxResponseBytes: number;
  /** Applies to requests without their own deadline. */
  readonly deadlineMs: number;
  /** Maximum concurrent connections per host. */
  readonly connections: number;
}

export interface EgressOptions {
  readonly policy: EgressPolicy;
  readonly gateway: GatewayPolicy;
  /**
   * `same-origin` follows redirects of read requests, at most three, and checks each like a new
   * request.
   */
  readonly redirects: "refused" | "same-origin";
  readonly retry: RetryPolicy;
  /** When circuits open. Default: never. */
  readonly breaker?: BreakerPolicy;
  readonly limits: EgressLimits;
  /** CA certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
}

export interface EgressDeps extends Pick<Runtime, "clock" | "random">, Pick<RetryDeps, "repeated"> {
  readonly lookup: Lookup;
  /** Opens a connection to a checked address. Default: the network. */
  readonly dial?: Dial;
}

/** The only exit for our own HTTP requests. Every failure is an `EgressFailure`. */
export interface Egress extends AsyncDisposable {
  readonly request: (request: EgressRequest) => Promise<EgressAnswer>;
  /** Returns the URL of the next page after `url`, from the link in its answer. */
  readonly nextPage: (url: string, link: string) => string;
}
