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
}

/** `refused`: a permanent no. `unavailable`: no usable answer. */
export type GrantOutcome =
  | { readonly kind: "granted"; readonly granted: Granted }
  | { readonly kind: "refused" }
  | { readonly kind: "unavailable" };

/**
 * The answer is not valid OAuth. A new error, because the library's own errors contain the answer,
 * tokens included.
 */
export class UnreadableGrant extends Error {
  override readonly name = "UnreadableGrant";
}

/**
 * Computes when a token expires and when to renew it: a minute earlier, or a tenth of its lifetime,
 * whichever is less.
 */
export function momentsOf(
  { endsInMs }: Granted,
  now: number,
): { readonly renewedAt: number; readonly renewAt?: number; readonly tokenEndsAt?: number } {
  if (endsInMs === undefined) return { renewedAt: now };
  const margin = Math.min(60_000, endsInMs / 10);
  return {
    renewedAt: now,
    renewAt: Math.floor(now + endsInMs - margin),
    tokenEndsAt: now + endsInMs,
  };
}

/** Returns the fields in which the grant is sealed. */
export function fieldsOf({ accessToken, refreshToken }: Granted): Readonly<Record<string, Secret>> {
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
