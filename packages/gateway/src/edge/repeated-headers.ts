import type { IncomingMessage } from "node:http";

/**
 * Makes one of a protocol header that was sent more than once with the same value. Says no when the
 * values differ: whoever reads the first and whoever reads the last would see two different requests.
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

/** Whether a header was sent at most once. Of two, whoever stands before us may have believed the other. */
export function sendsOnce(request: IncomingMessage, name: "host" | "authorization"): boolean {
  return saysAllOnce(request) || (request.headersDistinct[name]?.length ?? 0) < 2;
}

/** As many names as lines: nothing was sent twice, and nothing has to be sorted out. */
function saysAllOnce({ headers, rawHeaders }: IncomingMessage): boolean {
  return Object.keys(headers).length * 2 === rawHeaders.length;
}
