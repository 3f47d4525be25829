import { HttpProtocolError } from "./protocol-error.ts";

/** The parts of a response before its body, as far as anything of ours uses them. */
export interface ResponseHead {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly retryAfter: string | undefined;
  /** The header `WWW-Authenticate`. */
  readonly challenge: string | undefined;
}

/** Limits the number of fields. Their bytes are limited by the collector. */
const maxFields = 256;
/** How long an idle connection is kept if the server does not say. */
const defaultIdleMs = 4_000;
const maxIdleMs = 600_000;
/** Closes our side before the server closes its own: it may count from an earlier moment. */
const idleMarginMs = 2_000;

/** A response head with its framing. Of a repeated field that we use, the first value counts. */
export class ParsedHead implements ResponseHead {
  status = 0;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  retryAfter: string | undefined = undefined;
  challenge: string | undefined = undefined;

  contentLength: number | undefined = undefined;
  isChunked = false;
  /** Whether the connection ends with this response. */
  isLast = false;
  /** How long the connection may be idle afterwards. */
  idleMs = defaultIdleMs;
  /** Whether there is a field about the body or the connection. */
  hasFraming = false;

  /** Returns whether the response has no body, whatever its fields say. */
  isBodiless(): boolean {
    return this.status === 204 || this.status === 304;
  }
}

const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
// Each part ends at a character that it cannot contain, so a match takes linear time.
const fields = /^(?:[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/;

/** Returns whether a text consists of whole header fields. Folded lines are none. */
export function areFields(text: string): boolean {
  return fields.test(text);
}

/** Parses a status line and header fields, each with its line end. Throws if one is malformed. */
export function parseHead(text: string): ParsedHead {
  const end = text.indexOf("\r\n");
  const line = statusLine.exec(text.slice(0, end));
  if (line === null) throw new HttpProtocolError("status-line");
  if (!areFields(text.slice(end + 2))) throw new HttpProtocolError("header-field");
  const head = new ParsedHead();
  head.status = Number(line[2]);
  readFields(head, text, end + 2);
  const isOld = line[1] === "0";
  checkFraming(head, isOld);
  if (isOld || (head.isBodiless() && declaresBody(head))) head.isLast = true;
  return head;
}

function readFields(head: ParsedHead, text: string, start: number): void {
  let count = 0;
  for (let from = start; from < text.length; ) {
    const colon = text.indexOf(":", from);
    const end = text.indexOf("\r\n", colon);
    count += 1;
    if (count > maxFields) throw new HttpProtocolError("head-too-large");
    const read = readers.get(text.slice(from, colon).toLowerCase());
    if (read !== undefined) read(head, text.slice(colon + 1, end));
    from = end + 2;
  }
}

type FieldReader = (head: ParsedHead, raw: string) => void;

const readers: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ["content-type", (head, raw) => void (head.contentType ??= withoutSpace(raw))],
  ["content-encoding", (head, raw) => void (head.contentEncoding ??= withoutSpace(raw))],
  ["retry-after", (head, raw) => void (head.retryAfter ??= withoutSpace(raw))],
  ["www-authenticate", (head, raw) => void (head.challenge ??= withoutSpace(raw))],
  ["content-length", readLength],
  ["transfer-encoding", readCoding],
  ["connection", readConnection],
  ["proxy-connection", readConnection],
  ["keep-alive", readKeepAlive],
]);

function readLength(head: ParsedHead, raw: string): void {
  const digits = /^[ \t]*(\d{1,15})$/.exec(raw);
  if (digits === null || head.contentLength !== undefined) {
    throw new HttpProtocolError("content-length");
  }
  head.contentLength = Number(digits[1]);
  head.hasFraming = true;
}

/** Any other coding would have to be decoded before the end of the body is known. */
function readCoding(head: ParsedHead, raw: string): void {
  if (head.isChunked || !/^[ \t]*chunked$/i.test(raw)) {
    throw new HttpProtocolError("transfer-encoding");
  }
  head.isChunked = true;
  head.hasFraming = true;
}

/** Only a plain `keep-alive` promises that the connection goes on as it is. */
function readConnection(head: ParsedHead, raw: string): void {
  head.hasFraming = true;
  if (withoutSpace(raw).toLowerCase() !== "keep-alive") head.isLast = true;
}

function readKeepAlive(head: ParsedHead, raw: string): void {
  const seconds = /timeout=(\d+)/.exec(raw)?.[1];
  if (seconds === undefined) return;
  head.idleMs = Math.min(Number(seconds) * 1_000 - idleMarginMs, maxIdleMs);
  if (head.idleMs <= 0) head.isLast = true;
}

/** Removes spaces and tabs around a value. `trim` would also remove a no-break space. */
function withoutSpace(raw: string): string {
  let from = 0;
  let to = raw.length;
  while (from < to && isSpace(raw.charCodeAt(from))) from += 1;
  while (to > from && isSpace(raw.charCodeAt(to - 1))) to -= 1;
  return raw.slice(from, to);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function declaresBody({ contentLength, isChunked }: ParsedHead): boolean {
  return isChunked || (contentLength !== undefined && contentLength > 0);
}

function checkFraming(head: ParsedHead, isOld: boolean): void {
  const { status, contentLength, isChunked } = head;
  if (isChunked && contentLength !== undefined) throw new HttpProtocolError("two-lengths");
  if (isChunked && isOld) throw new HttpProtocolError("transfer-encoding");
  if (status < 200 && (isOld || !isIgnorable(head))) throw new HttpProtocolError("informational");
}

/** We never send `Expect` or `Upgrade`, so neither 100 nor 101 answers anything. */
function isIgnorable({ status, hasFraming }: ParsedHead): boolean {
  return status > 101 && !hasFraming;
}
