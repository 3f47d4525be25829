import type { JsonObject } from "@toolcourt/sdk";

/** Who a caller is, as far as somebody we trust has said so. What it may do is the policy's to say. */
export interface Identity {
  /** Unique over all ways to prove an identity. */
  readonly id: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** All that the token says, for the policy and nobody else. Absent for a key. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** A program that acts for nobody. It has its own grants like everybody else. */
  readonly isSystem: boolean;
}

/** What we make of a token. */
export type Recognition =
  | {
      readonly kind: "recognized";
      readonly identity: Identity;
      readonly endsAt: number;
      /** Aborts when it is taken back before it ends. */
      readonly until?: AbortSignal;
    }
  | { readonly kind: "refused"; readonly because: Because; readonly issuer?: string }
  /** Whoever could tell does not answer. The token may be good. */
  | { readonly kind: "unavailable"; readonly issuer?: string };

export type Because = "malformed" | "unknown" | "expired" | "not-for-us" | "forged";

/** One way to prove an identity. Undefined where the token is not of its kind. */
export type Recognize = (
  token: string,
) => Promise<Recognition | undefined> | Recognition | undefined;
