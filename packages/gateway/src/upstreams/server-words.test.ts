import { describe, expect, it } from "vitest";
import { Refused } from "./http/response-reading.ts";
import { serverWords } from "./server-words.ts";
import { UpstreamError } from "./upstream.ts";

const rpc = { kind: "rpc", code: -32_000 } as const;
const http = { kind: "http", status: 401 } as const;

function refusedWith(body: string): UpstreamError {
  return new UpstreamError(http, { cause: new Refused(body) });
}

describe("serverWords", () => {
  it.each([
    [new UpstreamError(rpc, { cause: { code: -32_000, message: "no key" } }), "error", "no key"],
    [refusedWith('{"jsonrpc":"2.0","id":1,"error":{"message":"no key"}}'), "error", "no key"],
    [refusedWith('{"error":"invalid_token","error_description":"too old"}'), "error", "too old"],
    [refusedWith('{"error":"invalid_token"}'), "error", "invalid_token"],
    [refusedWith("Bad credentials"), "error", "Bad credentials"],
    [
      new UpstreamError(
        { kind: "lost" },
        { cause: new Error("Ended.", { cause: { bytes: 7, tail: "no key\n" } }) },
      ),
      "stderr",
      "no key\n",
    ],
    [
      new UpstreamError(
        { kind: "lost" },
        { cause: { tail: "Error: no key\n    at start (/srv/app.js:3:1) {\nNode.js v24.15.0" } },
      ),
      "stderr",
      "Error: no key",
    ],
    [
      new UpstreamError(http, {
        cause: Object.assign(new Error("HTTP"), { status: 401, data: { text: "no token" } }),
      }),
      "error",
      "no token",
    ],
  ])("finds what the server wrote (%#)", (error, source, text) => {
    expect(serverWords(error)).toEqual({ source, text });
  });

  it.each([
    new UpstreamError({ kind: "lost" }),
    new UpstreamError({ kind: "lost" }, { cause: new Error("our own words") }),
    new UpstreamError(rpc, { cause: { code: -32_000, message: 7 } }),
    new UpstreamError({ kind: "lost" }, { cause: { bytes: 0, tail: " \n" } }),
    refusedWith("<html>Sign in</html>"),
    refusedWith("[1]"),
    new Error("a bug"),
    undefined,
  ])("finds nothing where it wrote nothing (%#)", (error) => {
    expect(serverWords(error)).toBeUndefined();
  });

  it("keeps the end of long error output, and the beginning of a long message", () => {
    const long = `a${"x".repeat(20_000)}z`;
    const ended = new UpstreamError({ kind: "lost" }, { cause: { bytes: 1, tail: long } });
    const answered = new UpstreamError(rpc, { cause: { message: long } });

    expect(serverWords(ended)?.text).toMatch(/^x{9999}z$/);
    expect(serverWords(answered)?.text).toMatch(/^ax{9999}$/);
  });
});
