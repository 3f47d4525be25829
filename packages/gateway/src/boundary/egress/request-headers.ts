import { EgressFailure } from "./egress-failure.ts";

/**
 * Headers that belong to the connection, the message or us. The last ones make some targets use a
 * different method, path or host than the checked one.
 */
const reserved: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-host",
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
  "x-original-host",
  "x-original-url",
  "x-rewrite-url",
]);

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
