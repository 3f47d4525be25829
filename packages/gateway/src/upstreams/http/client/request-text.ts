import { isReserved } from "../../../boundary/egress/request-headers.ts";
import { HttpProtocolError } from "./protocol-error.ts";

/** Returns the beginning of every request to a URL: the request line and the first fields. */
export function requestStart({ host, pathname, search }: URL): string {
  return `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
}

const names = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const values = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns whether a request may have a field of this name, beside those that the client sets. */
function isName(name: string): boolean {
  return names.test(name) && !isReserved(name.toLowerCase());
}

/** Returns the header block of a request, up to its body. Throws if a field is malformed. */
export function requestHead(
  start: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  let text = start;
  for (const name in headers) {
    const value = headers[name] ?? "";
    // A line break in a value would allow header injection.
    if (!isName(name) || !values.test(value)) throw new HttpProtocolError("request-header");
    text += `${name}: ${value}\r\n`;
  }
  return `${text}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
}
