/**
 * Headers owned by the connection and the transport: credentials, framing and routing. A caller
 * could use them for impersonation or request smuggling.
 */
const headers = new Set(
  `accept accept-encoding authorization connection content-encoding content-length content-type
   cookie expect forwarded host keep-alive origin referer set-cookie te trailer
   transfer-encoding true-client-ip upgrade via x-client-ip x-method-override x-original-url
   x-real-ip x-rewrite-url`.split(/\s+/),
);

/** Reports whether a name is a valid header name. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name);
}

/** Reports whether callers may not set a header. Ignores case. */
export function isConnectionHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return headers.has(lower) || /^(?:proxy-|x-forwarded-|x-http-method|sec-)/.test(lower);
}
