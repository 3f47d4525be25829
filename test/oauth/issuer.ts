import type { OAuthTokenVerifier } from "@modelcontextprotocol/server";

/** An authorization server of another make, with a person who signs in at it. */
export interface Issuer extends AsyncDisposable {
  /** In its own spelling. */
  readonly issuer: string;
  /** The scopes that a protected server names. */
  readonly scopes: readonly string[];
  /** Tells a protected server whose token it is. */
  readonly verifier: OAuthTokenVerifier;
  /** A client that the operator registered. */
  readonly known: { readonly id: string; readonly secret: string };
  /** Returns the number of clients that registered themselves. */
  readonly registrations: () => number;
  /** Opens an address as a person's browser does, and consents. Returns the last status. */
  readonly consent: (address: string, person: string) => Promise<number>;
}
