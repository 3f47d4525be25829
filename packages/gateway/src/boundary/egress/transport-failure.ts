import { EgressFailure, type FailureKind } from "./egress-failure.ts";

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
