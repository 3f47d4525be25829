import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { UpstreamError } from "../upstream.ts";
import { retryAfterMs, toHttpError } from "./http-fault.ts";
import { Refused } from "./response-reading.ts";

const clock = createFakeClock(Date.UTC(2026, 10, 1));

function failure(details: Record<string, unknown>, cause?: unknown): Error {
  return Object.assign(new Error("secret words", { cause }), details);
}

const refused = new EgressFailure("unreachable", { code: "ECONNREFUSED" });

describe("toHttpError", () => {
  it.each([
    { what: "a refused connection", error: refused },
    { what: "one below fetch", error: new TypeError("fetch failed", { cause: refused }) },
    { what: "a wrong certificate", error: new EgressFailure("tls-failed") },
    { what: "an address that nobody may reach", error: new EgressFailure("address-refused") },
    { what: "an origin that is not its own", error: new EgressFailure("host-refused") },
  ])("classifies $what as never sent", ({ error }) => {
    expect(toHttpError(error, {}, clock).fault).toEqual({ kind: "unreachable" });
  });

  it.each([
    { what: "a reset", error: failure({ code: "ECONNRESET", syscall: "read" }) },
    { what: "a closed socket", error: failure({ code: "UND_ERR_SOCKET" }) },
    { what: "a broken answer", error: new EgressFailure("cut-short") },
    { what: "anything else", error: "odd" },
  ])("classifies $what as possibly executed", ({ error }) => {
    expect(toHttpError(error, {}, clock).fault).toEqual({ kind: "lost" });
  });

  it.each([
    { body: "busy", fault: { kind: "http", status: 404 } },
    { body: '{"id":7,"error":{"code":-32601}}', fault: { kind: "rpc", code: -32601 } },
    { body: '{"id":null,"error":{"code":-32001}}', fault: { kind: "http", status: 404 } },
    { body: '{"id":7,"error":{"code":"no"}}', fault: { kind: "http", status: 404 } },
  ])("classifies the body $body as $fault.kind", ({ body, fault }) => {
    expect(toHttpError(new Refused(body), { status: 404 }, clock).fault).toEqual(fault);
  });

  it("keeps an UpstreamError", () => {
    const ours = new UpstreamError({ kind: "garbled" });

    expect(toHttpError(new Error("wrapped", { cause: ours }), {}, clock)).toBe(ours);
  });

  it("repeats no upstream text", () => {
    expect(toHttpError(failure({ code: "ECONNRESET" }), {}, clock).message).not.toContain("secret");
  });
});

describe("retryAfterMs", () => {
  it.each([
    [undefined, undefined],
    ["7", 7_000],
    ["Sun, 01 Nov 2026 00:01:00 GMT", 60_000],
    ["Sat, 31 Oct 2026 00:00:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
    ["99999999999999999999", undefined],
  ])("parses %j as %j", (header, ms) => {
    expect(retryAfterMs(header, clock)).toBe(ms);
  });
});
