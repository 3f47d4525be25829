import { openSecret, type Secret } from "../secrets/secret.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { ReadUrl } from "./read-url.ts";
import { type Headers, isSound } from "./request-headers.ts";

/** What a request carries to prove who sends it: for these origins and for no other. */
export interface Credential {
  readonly headers: Readonly<Record<string, Secret>>;
  readonly origins: readonly string[];
}

/** Whether a target may get a credential. What a gateway stands for counts, not the gateway. */
export function isFor({ origins }: Credential, { url }: ReadUrl): boolean {
  return origins.includes(url.origin);
}

/** The headers as they are sent, secrets and all. Nobody keeps what this gives. */
export function openHeaders(headers: Headers, secrets: readonly SealedHeader[]): Headers {
  if (secrets.length === 0) return headers;
  const opened: Record<string, string> = { ...headers };
  for (const [name, secret] of secrets) {
    const value = openSecret(secret);
    // A line break in a token would begin a header of somebody else's choice.
    if (!isSound(name, value)) throw new EgressFailure("header-refused");
    opened[name] = value;
  }
  return opened;
}

/** A header whose value nobody knows until it is sent, by its name in lower case. */
export type SealedHeader = readonly [name: string, value: Secret];
