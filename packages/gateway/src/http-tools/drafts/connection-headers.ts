/**
 * Headers that belong to the connection: credentials come from it, and what frames or routes a message is
 * the transport's. A caller who sets one could speak for somebody else or smuggle a second message.
 */
const headers = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "true-client-ip",
  "upgrade",
  "via",
  "x-client-ip",
  "x-method-override",
  "x-original-url",
  "x-real-ip",
  "x-rewrite-url",
]);

/** Whether a header can have this name at all. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name);
}

/** Whether a header is none that a caller may set, in whatever case it is written. */
export function isConnectionHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return headers.has(lower) || /^(?:proxy-|x-forwarded-|x-http-method|sec-)/.test(lower);
}
