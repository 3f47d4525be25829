import type { Random } from "../promises/random.ts";

// Responses of HTTP/1.1: valid ones, unusual ones and such that two parsers may read differently.

/** Returns the lengths of the pieces to send, a line end, and a response. */
export function generateResponse(random: Random): Buffer {
  const lengths = Buffer.from(Array.from({ length: random.below(6) }, () => 11 + random.below(90)));
  const response = `${informational(random)}${response1(random)}${behind(random)}`;
  return Buffer.concat([
    lengths,
    Buffer.from("\n"),
    damaged(Buffer.from(response, "latin1"), random),
  ]);
}

function pick(random: Random, usual: readonly string[], odd: readonly string[]): string {
  const from = random.below(8) === 0 ? odd : usual;
  return from[random.below(from.length)] ?? "";
}

function informational(random: Random): string {
  if (random.below(8) !== 0) return "";
  const status = pick(
    random,
    ["103 Early Hints", "102 Processing"],
    ["100 Continue", "101 Up", "199 x"],
  );
  const field = pick(
    random,
    ["", "Link: </a>\r\n"],
    ["Content-Length: 2\r\n", "Connection: close\r\n"],
  );
  return `HTTP/1.1 ${status}\r\n${field}\r\n`;
}

function response1(random: Random): string {
  const { fields, body } = framed(random);
  const all = [...others(random), ...fields];
  if (random.below(2) === 0) all.reverse();
  return `${statusLine(random)}\r\n${all.map((field) => `${field}\r\n`).join("")}\r\n${body}`;
}

function statusLine(random: Random): string {
  const version = pick(
    random,
    ["HTTP/1.1"],
    ["HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "http/1.1", "ICE/1.0", "HTTP/1.10"],
  );
  const status = pick(
    random,
    ["200", "202", "400", "401", "404", "500"],
    ["204", "304", "301", "999", "20", "2000", "099", "100", "+20"],
  );
  const reason = pick(
    random,
    [" OK", " Not Found", " "],
    ["", "  ", " \xe9", " a\tb", "\t", " \x7f", " a\x00", " O\rK"],
  );
  const gap = pick(random, [" "], ["  ", "\t", ""]);
  return `${version}${gap}${status}${reason}`;
}

const usualFields = [
  "Content-Type: application/json",
  "content-type: text/event-stream; charset=utf-8",
  "Date: Sun, 01 Nov 2026 00:00:00 GMT",
  "Connection: keep-alive",
  "Keep-Alive: timeout=5",
  "Retry-After: 7",
  'WWW-Authenticate: Bearer error="invalid_token"',
  "Mcp-Session-Id: abc",
  "X-Empty:",
  "Cache-Control:no-cache",
];

const oddFields = [
  "Connection: close",
  "Connection: Close, Keep-Alive",
  "Connection: upgrade",
  "Upgrade: websocket",
  "Keep-Alive: timeout=1",
  "Keep-Alive: max=2, timeout=99999999999",
  "Content-Encoding: gzip",
  "Content-Type : text/html",
  " folded: line",
  "\tcontinued",
  "No colon",
  ": no name",
  "B\xe4d: name",
  "Bad name: x",
  "X: \x00",
  "X: a\rb",
  "X: a\nb",
  "X: \x7f",
  "X: \xa0latin\xff\xa0",
  "Retry-After:  \t 8 \t ",
  "retry-after: 9",
  "__proto__: x",
  "constructor: y",
  "Proxy-Connection: close",
  "Trailer: X",
  "Set-Cookie: a=b",
];

function others(random: Random): readonly string[] {
  return Array.from({ length: random.below(6) }, () => pick(random, usualFields, oddFields));
}

interface Framed {
  readonly fields: readonly string[];
  readonly body: string;
}

function framed(random: Random): Framed {
  const body = bodyOf(random);
  const kind = random.below(10);
  if (kind < 4) return { fields: [`Content-Length: ${body.length}`], body };
  if (kind < 7)
    return {
      fields: [pick(random, ["Transfer-Encoding: chunked"], codings)],
      body: chunked(body, random),
    };
  if (kind === 7) return { fields: [], body };
  if (kind === 8) return { fields: [pick(random, lengthsOf(body), oddLengths)], body };
  const fields = [
    pick(random, lengthsOf(body), oddLengths),
    pick(random, ["transfer-encoding: chunked", ...lengthsOf(body)], codings),
  ];
  return { fields, body: random.below(2) === 0 ? body : chunked(body, random) };
}

function lengthsOf({ length }: string): readonly string[] {
  return [`content-length: ${length}`, `CONTENT-LENGTH:${length}`, `Content-Length: 0${length}`];
}

const oddLengths = [
  "Content-Length: 5 ",
  "Content-Length: +5",
  "Content-Length: -1",
  "Content-Length: 5, 5",
  "Content-Length: 0x5",
  "Content-Length: 5\t",
  "Content-Length:",
  "Content-Length: 1e1",
  "Content-Length: 99999999999999999999999",
  "Content-Length: 18446744073709551617",
  "Content-Length: 1 2",
];

const codings = [
  "Transfer-Encoding: Chunked",
  "Transfer-Encoding:  chunked ",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, gzip",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked,",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding:",
  "Transfer-Encoding: \x0bchunked",
  "Transfer-Encoding : chunked",
];

const bodies = [
  "",
  "hello",
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  "data: a\r\n\r\ndata: b\n\n",
  "0\r\n\r\n",
  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
  "\x00\xff\r\n",
];

function bodyOf(random: Random): string {
  const body = bodies[random.below(bodies.length)] ?? "";
  return random.below(6) === 0 ? body.repeat(1 + random.below(40)) : body;
}

function chunked(body: string, random: Random): string {
  let text = "";
  for (let at = 0; at < body.length; ) {
    const length = Math.min(body.length - at, 1 + random.below(40));
    const data = body.slice(at, at + length);
    text += `${sizeOf(length, random)}${data}${pick(random, ["\r\n"], lineEnds)}`;
    at += length;
  }
  return `${text}${sizeOf(0, random)}${trailer(random)}${pick(random, ["\r\n"], lineEnds)}`;
}

const lineEnds = ["\r\n", "\r\n", "\r\n", "\n", "\r", "", "\r\r\n", " \r\n", "\r\n\r\n"];

function sizeOf(length: number, random: Random): string {
  const hex = length.toString(16);
  const isOdd = random.below(24) === 0;
  const odd = [
    `${hex};a=b`,
    `${hex} `,
    ` ${hex}`,
    `0x${hex}`,
    `+${hex}`,
    `-${hex}`,
    "",
    `${hex}g`,
    `ffffffffffffffff${hex}`,
    `00000000${hex}`,
    `${hex};a="\r\n"`,
    `f${hex}`,
  ];
  const usual = [hex, hex.toUpperCase(), `00${hex}`];
  return `${pick(random, usual, isOdd ? odd : usual)}${isOdd ? pick(random, ["\r\n"], lineEnds) : "\r\n"}`;
}

function trailer(random: Random): string {
  if (random.below(8) !== 0) return "";
  const usual = ["X-Trailer: a\r\n", "Server-Timing: b\r\nExpires: 0\r\n"];
  const odd = [
    "Content-Length: 3\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Connection: close\r\n",
    "bad line\r\n",
    " folded\r\n",
    "X: a\nb\r\n",
    `X: ${"y".repeat(17_000)}\r\n`,
  ];
  return pick(random, usual, odd);
}

/** Returns what follows the response without a request. */
function behind(random: Random): string {
  return pick(random, [""], ["\r\n", "x", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "\x00"]);
}

const damages = ["\r", "\n", "\r\n", "\x00", " ", "\t", ":", ";", "0", "\xff", "\r\n\r\n", "\x0b"];

/** Changes a few bytes of every fourth response. */
function damaged(response: Buffer, random: Random): Buffer {
  if (random.below(4) !== 0) return response;
  let changed = response;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const removed = random.below(3);
    const word = Buffer.from(random.below(3) === 0 ? "" : pick(random, damages, damages), "latin1");
    changed = Buffer.concat([changed.subarray(0, at), word, changed.subarray(at + removed)]);
  }
  return changed;
}
