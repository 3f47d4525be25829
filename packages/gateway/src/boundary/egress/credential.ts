import { openSecret, type Secret } from "../secrets/secret.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { ReadUrl } from "./read-url.ts";
import { type Headers, isSound } from "./request-headers.ts";

/** Authentication headers, limited to these origins. */
export interface Credential {
  readonly headers: Readonly<Record<string, Secret>>;
  readonly origins: readonly string[];
}

/**
 * Returns whether a target may get a credential. Behind a gateway, the target's origin counts, not
 * the gateway's.
 */
export function isFor({ origins }: Credential, { url }: ReadUrl): boolean {
  return origins.includes(url.origin);
}

/** Returns the headers as sent, with secrets in plain text. Never store the result. */
export function openHeaders(headers: Headers, secrets: readonly SealedHeader[]): Headers {
  if (secrets.length === 0) return headers;
  const opened: Record<string, string> = { ...headers };
  for (const [name, secret] of secrets) {
    const value = openSecret(secret);
    // A line break in a token would allow header injection.
    if (!isSound(name, value)) throw new EgressFailure("header-refused");
    opened[name] = value;
  }
  return opened;
}

/** A header name in lower case, with a value that stays secret until it is sent. */
export type SealedHeader = readonly [name: string, value: Secret];
