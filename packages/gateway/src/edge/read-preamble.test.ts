import { assert, constantFrom, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { readPreamble } from "./read-preamble.ts";

const signature = "0d0a0d0a000d0a515549540a";
const rest = "GET / HTTP/1.1\r\n";

function binary(head: string, body: string): Buffer {
  const length = (body.length / 2).toString(16).padStart(4, "0");
  return Buffer.from(`${signature}${head}${length}${body}`, "hex");
}

const ports = "d4311cfc";
const ipv4 = `cb0071077f000001${ports}`;
const ipv6 = `20010db8000000000000000000000007${"0".repeat(31)}1${ports}`;

describe("readPreamble", () => {
  it.each([
    ["PROXY TCP4 203.0.113.7 127.0.0.1 54321 7420\r\n", "203.0.113.7"],
    ["PROXY TCP6 2001:db8::7 ::1 54321 7420\r\n", "2001:db8::7"],
    ["PROXY UNKNOWN\r\n", undefined],
    ["PROXY UNKNOWN ffff:f::1 ffff::2 1 2\r\n", undefined],
  ])("reads version 1: %j", (text, client) => {
    const reading = readPreamble(Buffer.from(`${text}${rest}`));

    expect(reading).toEqual({ kind: "read", end: text.length, ...(client && { client }) });
  });

  it.each([
    ["TCP over IPv4", binary("2111", ipv4), "203.0.113.7"],
    ["TCP over IPv4 with extensions", binary("2111", `${ipv4}040001ff`), "203.0.113.7"],
    ["TCP over IPv6", binary("2121", ipv6), "2001:db8:0:0:0:0:0:7"],
    ["a connection of the proxy itself", binary("2000", ""), undefined],
    ["a local command with an address", binary("2011", ipv4), undefined],
    ["an unspecified family", binary("2100", ""), undefined],
  ])("reads version 2: %s", (_, bytes, client) => {
    const reading = readPreamble(Buffer.concat([bytes, Buffer.from(rest)]));

    expect(reading).toEqual({ kind: "read", end: bytes.length, ...(client && { client }) });
  });

  it.each([
    ["a request", Buffer.from(rest), "no-preamble"],
    ["a TLS hello", Buffer.from("160301", "hex"), "no-preamble"],
    ["small letters", Buffer.from("proxy TCP4"), "no-preamble"],
    ["an endless line", Buffer.from(`PROXY TCP4 ${"1".repeat(100)}`), "too-long"],
    ["an address of the other family", line("TCP4 ::1 ::1 1 2"), "malformed"],
    ["a name", line("TCP4 localhost 127.0.0.1 1 2"), "malformed"],
    ["a port that is none", line("TCP4 1.2.3.4 127.0.0.1 65536 2"), "malformed"],
    ["two spaces", line("TCP4  1.2.3.4 127.0.0.1 1 2"), "malformed"],
    ["an unknown protocol", line("UDP4 1.2.3.4 127.0.0.1 1 2"), "malformed"],
    ["version 3", binary("3111", ipv4), "malformed"],
    ["an unknown command", binary("2211", ipv4), "malformed"],
    ["UDP", binary("2112", ipv4), "malformed"],
    ["a Unix socket", binary("2131", "00".repeat(216)), "malformed"],
    ["too few bytes for its family", binary("2111", "7f000001"), "malformed"],
    ["a long body", Buffer.from(`${signature}2111ffff`, "hex"), "too-long"],
  ])("refuses %s", (_, bytes, because) => {
    expect(readPreamble(bytes)).toEqual({ kind: "refused", because });
  });

  it.each([["PROXY TCP4 203.0.113.7 127.0.0.1 54321 7420\r\n"], [binary("2121", ipv6)]])(
    "waits for the last byte, however the bytes are cut: %#",
    (whole) => {
      const bytes = Buffer.from(whole);
      const cuts = Array.from({ length: bytes.length }, (_, end) => bytes.subarray(0, end));

      expect(cuts.filter((cut) => readPreamble(cut).kind !== "partial")).toEqual([]);
      expect(readPreamble(bytes).kind).toBe("read");
    },
  );

  it("never throws, and never ends behind the bytes", () => {
    const starts = constantFrom(Buffer.from("PROXY "), Buffer.from(signature, "hex"));
    assert(
      property(starts, uint8Array({ maxLength: 400 }), (start, tail) => {
        const bytes = Buffer.concat([start, tail]);
        const reading = readPreamble(bytes);
        expect(reading.kind === "read" ? reading.end : 0).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});

function line(text: string): Buffer {
  return Buffer.from(`PROXY ${text}\r\n`);
}
