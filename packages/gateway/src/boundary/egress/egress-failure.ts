import type { DenialReason } from "./answer-meanings.ts";
import type { Challenge } from "./challenge.ts";

/** Every way a request fails, with its message. */
const sentences = {
  "url-refused": "The URL is not in canonical form.",
  "host-refused": "No rule allows requests to this host.",
  "address-refused": "The host resolves to a forbidden address.",
  "method-refused": "The rule for this host does not allow this method.",
  "effect-refused": "A tool that only reads may not send this method.",
  "header-refused": "The caller may not set one of the headers.",
  "credential-refused": "The credential does not belong to this target.",
  "payload-too-large": "The payload exceeds the limit.",
  "gateway-missing": "Requests to this host must use the gateway, and no route is configured.",
  "gateway-refused": "The gateway did not accept its own key or token.",
  "gateway-token": "There is no token for the gateway.",
  "redirect-refused": "The target redirected the request, and the redirect is not allowed.",
  "link-refused": "The target's link leads away from the target.",
  unreachable: "No connection to the target could be made.",
  "circuit-open": "The target failed repeatedly, so its circuit is open.",
  "tls-failed": "The TLS certificate of the target could not be verified.",
  "timed-out": "No complete answer arrived in time.",
  "cut-short": "The connection ended before the answer did.",
  garbled: "The answer could not be read.",
  "response-too-large": "The answer exceeds the limit.",
  "unexpected-content": "The answer has an unexpected media type.",
  "access-denied": "The target denied this identity the action.",
  "out-of-scope": "The credential is for another part of the target.",
  "token-expired": "The token is no longer valid for the target.",
  unauthenticated: "The target does not accept the credentials.",
  throttled: "The target receives too many requests.",
  rejected: "The target did not accept the request.",
  failed: "The target failed.",
} as const;

export type FailureKind = keyof typeof sentences;

/** Our own values or values of a strict form. Never free upstream text. */
export interface FailureDetails {
  readonly status?: number;
  /** The target's or the system's own code, such as `AuthorizationFailed` or `ECONNREFUSED`. */
  readonly code?: string;
  /** The action the identity may not perform, if the target names it. */
  readonly action?: string;
  /** Why the target denies the action. Unset if its code does not say. */
  readonly because?: DenialReason;
  /** The level of the scope that the credential does not reach. */
  readonly level?: string;
  /** What a code means, in the words of the tool's author. */
  readonly explanation?: string;
  /** The authorization that the target demands, if it says so. */
  readonly challenge?: Challenge;
  /** Delay the target asks for before a retry. */
  readonly retryAfterMs?: number;
  /** Whether a write was sent and its outcome is unknown. */
  readonly mayHaveTakenEffect?: boolean;
  /** Number of times the request was sent. */
  readonly attempts?: number;
}

/**
 * The only error egress throws on purpose. It has no `cause`, which could expose headers or
 * upstream text.
 */
export class EgressFailure extends Error {
  override readonly name = "EgressFailure";
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  /** The system's error code, or else the kind. */
  readonly code: string;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(sentences[kind]);
    this.kind = kind;
    this.details = details;
    this.code = details.code ?? kind;
  }
}

const kinds: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/,
    "tls-failed",
  ],
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, "timed-out"],
  [/^(?:UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW|ERR_BUFFER_TOO_LARGE)$/, "response-too-large"],
  [/^(?:HPE_|Z_|ZSTD_|ERR__|ERR_BROTLI|ERR_PADDING|UND_ERR_RESPONSE)/, "garbled"],
];

/**
 * Maps a system error to a failure. `otherwise` is the kind for unknown errors at this point of the
 * exchange.
 */
export function transportFailure(error: unknown, otherwise: FailureKind): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const code = codeOf(error);
  if (code === undefined) return new EgressFailure(otherwise);
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise;
  return new EgressFailure(kind, { code });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && /^[A-Z][A-Za-z0-9_]{1,63}$/.test(code) ? code : undefined;
}
