import type { IncomingMessage } from "node:http";

/**
 * Makes one of a protocol header that was sent more than once with the same value. Says no when the
 * values differ: whoever reads the first and whoever reads the last would see two different requests.
 */
export function settleRepeats(request: IncomingMessage): boolean {
  // As many names as lines: nothing was sent twice, and nothing has to be sorted out.
  if (Object.keys(request.headers).length * 2 === request.rawHeaders.length) return true;
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (values.length < 2 || !name.startsWith("mcp-")) continue;
    if (new Set(values).size > 1) return false;
    request.headers[name] = values[0];
  }
  return true;
}
