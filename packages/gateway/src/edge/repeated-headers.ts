import type { IncomingMessage } from "node:http";

/**
 * Merges a protocol header that was sent more than once with the same value. Returns false if the
 * values differ: parsers that take the first or the last would see different requests.
 */
export function settleRepeats(request: IncomingMessage): boolean {
  if (saysAllOnce(request)) return true;
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (values.length < 2 || !(name.startsWith("mcp-") || name === "content-type")) continue;
    if (new Set(values).size > 1) return false;
    request.headers[name] = values[0];
  }
  return true;
}

/**
 * Checks that a header was sent at most once. With two, a proxy in front of us may have trusted the
 * other one.
 */
export function sendsOnce(request: IncomingMessage, name: "host" | "authorization"): boolean {
  return saysAllOnce(request) || (request.headersDistinct[name]?.length ?? 0) < 2;
}

/** Fast path: as many names as raw lines means no header repeats. */
function saysAllOnce({ headers, rawHeaders }: IncomingMessage): boolean {
  return Object.keys(headers).length * 2 === rawHeaders.length;
}
