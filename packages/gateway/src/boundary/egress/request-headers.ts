import { openSecret, Secret } from "../secrets/secret.ts";
import { EgressFailure } from "./egress-failure.ts";
import type { ReadUrl } from "./read-url.ts";

/**
 * Headers that belong to the connection, the message or us. The last ones make some targets use a
 * different method, path or host than the checked one.
 */
const reserved: ReadonlySet<string> = new Set(
  `accept-encoding connection content-length expect host keep-alive proxy-authenticate
   proxy-authorization proxy-connection te trailer transfer-encoding upgrade x-forwarded-host
   x-http-method x-http-method-override x-method-override x-original-host x-original-url
   x-rewrite-url`.split(/\s+/),
);

export type Headers = Readonly<Record<string, string>>;

/**
 * Returns the caller's headers in lower case, if the caller may set all of them. `ours` are off
 * limits.
 */
export function callerHeaders(headers: Headers, ours: readonly string[]): Headers {
  const taken = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const isOurs = reserved.has(lower) || ours.includes(lower);
    if (isOurs || taken.has(lower) || !isSound(lower, value)) {
      throw new EgressFailure("header-refused");
    }
    taken.set(lower, value);
  }
  return Object.fromEntries(taken);
}

/** Returns whether neither callers nor credentials may set a header. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

/** Returns whether a header is safe to send, without header injection. */
export function isSound(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

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

/** Configured headers. No message and no dump shows a value. */
export interface HiddenHeaders {
  /** By name in lower case. */
  readonly values: Readonly<Record<string, Secret>>;
  /** The bare secrets to redact, without surrounding text. */
  readonly secrets: readonly Secret[];
}

export function hideHeaders(values: Headers, secrets: readonly string[]): HiddenHeaders {
  const hidden = Object.entries(values).map(([name, value]) => [name, hide(value)] as const);
  return { values: Object.fromEntries(hidden), secrets: secrets.map(hide) };
}

// The name of the header tells them apart, so they need no fingerprint.
function hide(value: string): Secret {
  return new Secret(value, "header");
}
