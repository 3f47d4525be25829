import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { describe, expect, it } from "vitest";
import type { ParsedHead } from "./response-head.ts";
import { ResponseParser } from "./response-parser.ts";

interface Parsed {
  readonly head?: Partial<ParsedHead>;
  readonly body: string;
  /** Unset if the response is not complete. */
  readonly isLast?: boolean;
  readonly left: number;
}

/** Parses pieces of a response and what follows it. */
function parse(...pieces: readonly string[]): Parsed {
  let parsed: Parsed = { body: "", left: 0 };
  const parser = new ResponseParser({
    onHead: (head) => {
      parsed = { ...parsed, head };
    },
    onBody: (chunk) => {
      parsed = { ...parsed, body: parsed.body + chunk.toString("latin1") };
    },
    onComplete: (isLast) => {
      parsed = { ...parsed, isLast };
    },
  });
  for (const piece of pieces) {
    const bytes = Buffer.from(piece, "latin1");
    const end = parser.take(bytes);
    parsed = { ...parsed, left: bytes.length - end };
  }
  return parsed;
}

/** A server that sends its response byte by byte. */
function bytesOf(text: string): readonly string[] {
  return text.split("");
}

function answer(fields: string, body = "", status = "200 OK"): string {
  return `HTTP/1.1 ${status}\r\n${fields}\r\n${body}`;
}

const chunked = "Transfer-Encoding: chunked\r\n";

describe("ResponseParser", () => {
  it("reads a body with a length, and leaves what follows", () => {
    const parsed = parse(answer("Content-Length: 2\r\nContent-Type: a/b\r\n", "{}next"));

    expect(parsed).toMatchObject({ body: "{}", isLast: false, left: 4 });
    expect(parsed.head).toMatchObject({ status: 200, contentType: "a/b", idleMs: 4_000 });
  });

  it("reads chunks, and a trailer section that it ignores", () => {
    const body = '2\r\n{"\r\n00A\r\n0123456789\r\n0\r\n';

    expect(parse(answer(chunked, `${body}\r\n`))).toMatchObject({
      body: '{"0123456789',
      isLast: false,
    });
    expect(parse(answer(chunked, `${body}X: y\r\n\r\n`))).toMatchObject({ isLast: true, left: 0 });
  });

  it.each([
    answer("Content-Length: 12\r\nRetry-After: \t7 \r\n", "0\r\n\r\n567890x"),
    answer(chunked, "c\r\n0\r\n\r\n567890x\r\n0\r\nX: y\r\n\r\n"),
    `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${answer(chunked, "1\r\nx\r\n0\r\n\r\n")}`,
  ])("reads the same at every split %#", (text) => {
    const whole = parse(text);
    const split = Array.from({ length: text.length }, (_, at) =>
      parse(text.slice(0, at), text.slice(at)),
    );

    expect(whole.isLast).toBeDefined();
    expect(split).toEqual(split.map(() => whole));
    expect(parse(...bytesOf(text))).toEqual(whole);
  });

  it("reads a body without a length until the connection ends", () => {
    expect(parse(answer("", "a"), "b")).toMatchObject({ body: "ab", left: 0 });
    expect(parse(answer("", "a")).isLast).toBeUndefined();
  });

  it.each(["204 No Content", "304 Not Modified"])("reads no body of %s", (status) => {
    expect(parse(answer("", "next", status))).toMatchObject({ body: "", isLast: false, left: 4 });
    // The server may send one all the same, which would pass for the next response.
    expect(parse(answer("Content-Length: 4\r\n", "", status))).toMatchObject({ isLast: true });
  });

  it.each([
    ["Connection: close\r\n", true],
    ["Connection: keep-alive, close\r\n", true],
    ["connection:Keep-Alive\r\n", false],
    ["Proxy-Connection: close\r\n", true],
    ["Keep-Alive: timeout=2\r\n", true],
    ["Keep-Alive: timeout=5\r\n", false],
  ])("takes %j for the last response: %j", (fields, isLast) => {
    expect(parse(answer(`${fields}Content-Length: 0\r\n`))).toMatchObject({ isLast });
  });

  it.each([
    ["timeout=5", 3_000],
    ["max=9, timeout=9999999999", 600_000],
    ["max=9", 4_000],
  ])("keeps a connection for less than its server does: %s", (hint, idleMs) => {
    const { head } = parse(answer(`Keep-Alive: ${hint}\r\nContent-Length: 0\r\n`));

    expect(head).toMatchObject({ idleMs });
  });

  it("uses the first of repeated values, without the spaces around it", () => {
    const fields = "Retry-After:\t7 \r\nretry-after: 8\r\nWWW-Authenticate: \xa0\r\n";
    const { head } = parse(answer(`${fields}Content-Length: 0\r\n`));

    expect(head).toMatchObject({ retryAfter: "7", challenge: "\xa0" });
  });

  it("takes an old response for the last one", () => {
    expect(parse("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")).toMatchObject({ isLast: true });
  });
});

const refused: Readonly<Record<string, readonly string[]>> = {
  "status-line": [
    "HTTP/1.2 200 OK\r\n\r\n",
    "HTTP/2 200\r\n\r\n",
    "http/1.1 200 OK\r\n\r\n",
    "HTTP/1.1  200 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 2000\r\n\r\n",
    "HTTP/1.1 600 x\r\n\r\n",
    "HTTP/1.1 200 a\rb\r\n\r\n",
    "\r\nHTTP/1.1 200 OK\r\n\r\n",
    " HTTP/1.1 200 OK\r\n\r\n",
  ],
  "header-field": [
    answer("No colon\r\n"),
    answer(": x\r\n"),
    answer("A b: x\r\n"),
    answer("A : x\r\n"),
    answer("\xe4: x\r\n"),
    answer("A: x\r\n folded\r\n"),
    answer(" A: x\r\n"),
    answer("A: x\ny\r\n"),
    answer("A: x\ry\r\n"),
    answer("A: \0\r\n"),
    answer("A: \x7f\r\n"),
  ],
  "content-length": [
    answer("Content-Length: 1\r\nContent-Length: 1\r\n"),
    answer("Content-Length: 1, 1\r\n"),
    answer("Content-Length: +1\r\n"),
    answer("Content-Length: 0x1\r\n"),
    answer("Content-Length: 1 \r\n"),
    answer("Content-Length:\r\n"),
    answer("Content-Length: 1234567890123456\r\n"),
  ],
  "transfer-encoding": [
    answer("Transfer-Encoding: gzip, chunked\r\n"),
    answer("Transfer-Encoding: identity\r\n"),
    answer("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
    `HTTP/1.0 200 OK\r\n${chunked}\r\n`,
  ],
  "two-lengths": [
    answer(`${chunked}Content-Length: 1\r\n`),
    answer(`Content-Length: 1\r\n${chunked}`),
  ],
  informational: [
    answer("", "", "100 Continue"),
    answer("Connection: upgrade\r\nUpgrade: x\r\n", "", "101 Switching Protocols"),
    answer("Content-Length: 1\r\n", "", "103 Early Hints"),
    answer("", "", "103 Early Hints").repeat(9),
  ],
  chunk: [
    answer(chunked, "\r\n"),
    answer(chunked, "1;a=b\r\n"),
    answer(chunked, "1 \r\n"),
    answer(chunked, "0x1\r\n"),
    answer(chunked, "-1\r\n"),
    answer(chunked, "000000001\r\n"),
    answer(chunked, "1\n"),
    answer(chunked, "1\r\nxx"),
    answer(chunked, "1\r\nx\n"),
    answer(chunked, "1\r\nx\rx"),
    answer(chunked, "0\r\n\rx"),
  ],
  trailer: [
    answer(chunked, "0\r\nno colon\r\n\r\n"),
    answer(chunked, "0\r\nContent-Length: 1\r\n\r\n"),
    answer(chunked, "0\r\nX: y\r\ntransfer-encoding: chunked\r\n\r\n"),
  ],
  "head-too-large": [
    answer(`A: ${"x".repeat(16_384)}\r\n`),
    `HTTP/1.1 200 ${"x".repeat(16_384)}`,
    answer("A:\r\n".repeat(257)),
    answer(chunked, `0\r\nX: ${"y".repeat(16_384)}`),
  ],
};

const cases = Object.entries(refused).flatMap(([code, texts]) =>
  texts.map((text) => ({ code, text, shown: JSON.stringify(text.slice(0, 80)) })),
);

describe("a malformed response", () => {
  it.each(cases)("is refused as $code: $shown", ({ code, text }) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code }));
    expect(() => parse(...bytesOf(text))).toThrow(expect.objectContaining({ code }));
  });

  it("takes linear time, whatever it is made of", () => {
    const spaces = " \t".repeat(8_000);
    const began = systemClock.monotonic();

    expect(() => parse(answer(`A:${spaces}\0\r\n`))).toThrow("malformed");
    expect(() => parse(answer(`Content-Length:${spaces}x\r\n`))).toThrow("malformed");
    expect(systemClock.monotonic() - began).toBeLessThan(200);
  });
});
