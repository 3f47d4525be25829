import type { Because, Identity } from "./identity.ts";

/** Why a caller was refused, in our own words, with the claimed issuer if known. */
export interface NotLetIn {
  readonly because: Because | "scope-missing" | "two-tokens" | "keys-unavailable";
  /** Our name of the issuer. Nothing else from an unverified token is reported. */
  readonly issuer?: string;
}

/** Observes presented tokens. Never throws and is not awaited. */
export interface Arrivals {
  readonly refused: (kind: NotLetIn) => void;
  /** Called once while the token is cached. */
  readonly verified: (identity: Identity, endsAt: number) => void;
}

export const unwatched: Arrivals = { refused: () => undefined, verified: () => undefined };
