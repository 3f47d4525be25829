import type { Because, Identity } from "./identity.ts";

/** Why somebody was not let in, in words of ours, and whose token it claims to be where that is known. */
export interface NotLetIn {
  readonly because: Because | "scope-missing" | "two-tokens" | "keys-unavailable";
  /** What we call the issuer. Nothing else of a token that was not verified is worth telling. */
  readonly issuer?: string;
}

/** Told of whoever shows a token. Never throws, and nobody waits for it. */
export interface Arrivals {
  readonly refused: (kind: NotLetIn) => void;
  /** Once for as long as the token is remembered. */
  readonly verified: (identity: Identity, endsAt: number) => void;
}

export const unwatched: Arrivals = { refused: () => undefined, verified: () => undefined };
