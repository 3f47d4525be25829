import type { KeyObject } from "node:crypto";

/** Behavior of a provider. Every member can change while it runs. */
export interface ProviderManners {
  /** Lifetime of access tokens. Undefined: its answers do not state one. */
  endsInSeconds?: number | undefined;
  /** A used refresh token becomes invalid, and its reuse revokes the whole family. */
  rotates: boolean;
  /** Response to token requests instead of a token. Default: none. */
  trouble?:
    | { readonly status: number; readonly error?: string; readonly error_description?: string }
    | undefined;
  /** Overridden members of token responses. Default: none. */
  odd?: Readonly<Record<string, unknown>> | undefined;
  /** The `iss` parameter at the redirect. Default: its own issuer. */
  iss?: string | undefined;
  /** Delays answers until this resolves. Default: no delay. */
  gate?: Promise<void> | undefined;
  /** Where requests to these paths are redirected. Default: nowhere. */
  redirects?: Readonly<Record<string, string>> | undefined;
  /** Whether its metadata announces PKCE with S256. */
  s256: boolean;
  /** The token endpoint in its metadata. Default: the real one. */
  tokenUrl?: string | undefined;
  /** Overridden members of its metadata. Default: none. */
  said?: Readonly<Record<string, unknown>> | undefined;
  /** Overridden members of the codes for a device. Default: none. */
  device?: Readonly<Record<string, unknown>> | undefined;
  /** Answers to a device before it gets a token, in order. Default: none. */
  pending?: string[] | undefined;
  /** Overridden members of a registration. Default: none. */
  client?: Readonly<Record<string, unknown>> | undefined;
  /** The public key of our client, which must sign then. Default: it has a secret. */
  clientKey?: KeyObject | undefined;
  /** Judges the subject token of an exchange. Default: it exchanges none. */
  exchanges?: ((subjectToken: string) => boolean) | undefined;
  /** Judges the grant that another issuer signed. Default: it accepts none. */
  accepts?: ((assertion: string) => boolean) | undefined;
}
