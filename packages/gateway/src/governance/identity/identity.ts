import type { JsonObject } from "@toolcourt/sdk";

/** An authenticated caller, by a trusted source. The policy decides what it may do. */
export interface Identity {
  /** Unique across all authentication methods. */
  readonly id: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  /** All token claims. For policy only. Absent for a key. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** A program that acts on its own behalf. It needs grants like any principal. */
  readonly isSystem: boolean;
}

/** The verdict on a token. */
export type Recognition =
  | {
      readonly kind: "recognized";
      readonly identity: Identity;
      readonly endsAt: number;
      /** Aborts when it is revoked early. Default: never revoked early. */
      readonly until?: AbortSignal | undefined;
    }
  | { readonly kind: "refused"; readonly because: Because; readonly issuer?: string | undefined }
  /** The issuer is unreachable. The token may be valid. */
  | { readonly kind: "unavailable"; readonly issuer?: string | undefined };

export type Because =
  | "malformed"
  | "unknown"
  | "expired"
  | "not-for-us"
  | "bound-to-key"
  | "forged";

/** One authentication method. Undefined if the token is of another kind. */
export type Recognize = (
  token: string,
) => Promise<Recognition | undefined> | Recognition | undefined;

/** Why a caller was refused, in our own words, with the claimed issuer if known. */
export interface AuthenticationFailure {
  readonly because: Because | "scope-missing" | "two-tokens" | "keys-unavailable";
  /** Our name of the issuer. Nothing else from an unverified token is reported. */
  readonly issuer?: string | undefined;
  /** The address of the client. For the log only: rows of the audit log cannot be erased. */
  readonly client?: string | undefined;
}

/** Receives authentication outcomes. Must not throw; not awaited. */
export interface AuthenticationOutcomes {
  readonly refused: (failure: AuthenticationFailure) => void;
  /** Called once while the token is cached. */
  readonly verified: (identity: Identity, endsAt: number) => void;
}
