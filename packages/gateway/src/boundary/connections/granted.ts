import type { Secret } from "../secrets/secret.ts";

/** The grant of a provider. */
export interface Granted {
  readonly accessToken: Secret;
  /** Unset if the previous one stays valid. */
  readonly refreshToken?: Secret;
  /** Unset if the provider does not say. */
  readonly endsInMs?: number;
  /** Requested scopes that the provider did not grant. */
  readonly withheld?: readonly string[];
  /** Who the person is, for the issuer itself. Unset if the provider does not say. */
  readonly idToken?: { readonly token: Secret; readonly endsAt: number } | undefined;
}

/** `refused`: a permanent no. `unavailable`: no usable answer. */
export type GrantOutcome =
  | { readonly kind: "granted"; readonly granted: Granted }
  | { readonly kind: "refused" }
  | { readonly kind: "unavailable"; readonly because?: "login" | "file" };

/**
 * The answer is not valid OAuth. A new error, because the library's own errors contain the answer,
 * tokens included.
 */
export class UnreadableGrant extends Error {
  override readonly name = "UnreadableGrant";
}

interface Moments {
  readonly renewedAt: number;
  readonly renewAt?: number;
  readonly tokenEndsAt?: number;
  readonly idTokenEndsAt?: number;
}

/**
 * Computes when a token expires and when to renew it: a minute earlier, or a tenth of its lifetime,
 * whichever is less.
 */
export function momentsOf({ endsInMs, idToken }: Granted, now: number): Moments {
  const idTokenEndsAt = idToken && { idTokenEndsAt: idToken.endsAt };
  if (endsInMs === undefined) return { renewedAt: now, ...idTokenEndsAt };
  const margin = Math.min(60_000, endsInMs / 10);
  return {
    ...idTokenEndsAt,
    renewedAt: now,
    renewAt: Math.floor(now + endsInMs - margin),
    tokenEndsAt: now + endsInMs,
  };
}

/** Returns the fields in which the grant is sealed. */
export function fieldsOf(granted: Granted): Readonly<Record<string, Secret>> {
  const { accessToken, refreshToken, idToken } = granted;
  return {
    access_token: accessToken,
    ...(idToken !== undefined && { id_token: idToken.token }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
