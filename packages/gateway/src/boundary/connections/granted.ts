import type { Secret } from "../secrets/secret.ts";

/** What a provider grants. */
export interface Granted {
  readonly accessToken: Secret;
  /** Absent where the one before stays good. */
  readonly refreshToken?: Secret;
  /** Absent where the provider does not say. */
  readonly endsInMs?: number;
  /** The scopes that were asked for and that the provider says it did not grant. */
  readonly withheld?: readonly string[];
}

/** `refused`: the provider said no, and will say it again. `unavailable`: it said nothing that helps. */
export type GrantOutcome =
  | { readonly kind: "granted"; readonly granted: Granted }
  | { readonly kind: "refused" }
  | { readonly kind: "unavailable" };

/** The answer is none of OAuth. Built anew, because the library's own errors hold the answer, tokens and all. */
export class UnreadableGrant extends Error {
  override readonly name = "UnreadableGrant";
}

/** When a token is renewed: a minute before it ends, or a tenth of its time, whichever is less. */
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

/** The fields of a connection that what was granted is sealed in. */
export function fieldsOf({ accessToken, refreshToken }: Granted): Readonly<Record<string, Secret>> {
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
