import { EgressFailure } from "./egress-failure.ts";

/**
 * Belong to the connection, to the message, or to us. With the last ones some targets take another
 * method, path or host than those that were checked.
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

/** The caller's headers in lower case, if all of them are the caller's to set. `ours` are not. */
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

/** Whether a header is neither the caller's nor a credential's to set. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}

/** Whether a header can be sent without becoming another one. */
export function isSound(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
