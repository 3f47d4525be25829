import type { CallIds } from "../../foundation/kernel/call-ids.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { BreakerPolicy } from "./breakers.ts";
import type { Dial } from "./connector.ts";
import type { Credential } from "./credential.ts";
import type { GatewayRoute } from "./gateway-route.ts";
import type { Lookup } from "./lookup.ts";
import type { ReachPolicy } from "./reach.ts";
import type { Headers } from "./request-headers.ts";
import type { Repetition, RetryPolicy } from "./retries.ts";
import type { AnswerHeaders } from "./retry-after.ts";

export interface EgressRequest {
  readonly method: string;
  /** Of the target itself, also where the request goes through a gateway. */
  readonly url: string;
  readonly headers?: Headers;
  /** Opened as the headers are written. A request, redirect or page of another origin is refused. */
  readonly credential?: Credential;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** How long all of it may take, with redirects, repetitions and the waiting between them. */
  readonly deadlineMs?: number;
  /** What makes a request that changes something safe to repeat. Without it, such a request is sent once. */
  readonly idempotency?: { readonly header: string; readonly key: string };
  /** Whether it changes something, where somebody knows better than the method says. */
  readonly changes?: boolean;
  /** What the call that it is for is followed by, to be told with what is logged. */
  readonly ids?: CallIds;
}

export interface EgressAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Unpacked. */
  readonly body: Uint8Array;
  /** The URL of the target that answered, after redirects. */
  readonly url: string;
  /** Whether the status says that this is not all. A body can say so too: ask `saysPartial`. */
  readonly isPartial: boolean;
  readonly attempts: number;
}

/** `required` without a way through refuses: no request to a target goes past the gateway. */
export type GatewayPolicy =
  | { readonly kind: "none" }
  | { readonly kind: "required"; readonly through?: GatewayRoute };

export interface EgressLimits {
  readonly maxPayloadBytes: number;
  readonly maxResponseBytes: number;
  /** For requests that bring none of their own. */
  readonly deadlineMs: number;
  /** Connections to one host at a time. */
  readonly connections: number;
}

export interface EgressOptions {
  readonly reach: ReachPolicy;
  readonly gateway: GatewayPolicy;
  /** `same-origin` follows reading requests, up to three times, and checks each step like a new request. */
  readonly redirects: "refused" | "same-origin";
  readonly retry: RetryPolicy;
  /** When a target is left alone. Absent: never. */
  readonly breaker?: BreakerPolicy;
  readonly limits: EgressLimits;
  /** Certificates to trust besides the system's. */
  readonly ca?: string;
}

export interface EgressSurroundings {
  readonly clock: Clock;
  readonly lookup: Lookup;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Hears of every repetition before it is made. */
  readonly repeated?: (repetition: Repetition) => void;
  /** Opens a connection to an address that was checked. Default: the network. */
  readonly dial?: Dial;
}

/** The one door through which our own HTTP requests leave. Whatever does not succeed is an `EgressFailure`. */
export interface Egress extends AsyncDisposable {
  readonly request: (request: EgressRequest) => Promise<EgressAnswer>;
  /** The URL of a further page of what `url` gave, from the link in its answer. */
  readonly nextPage: (url: string, link: string) => string;
}
