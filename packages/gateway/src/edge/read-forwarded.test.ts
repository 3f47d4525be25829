import { describe, expect, it } from "vitest";
import { createIsNamed } from "./named-proxies.ts";
import { readForwarded, readXForwarded } from "./read-forwarded.ts";

const isNamed = createIsNamed(["10.0.0.0/8", "fd00::/8"]);

describe("createIsNamed", () => {
  it.each([
    ["10.1.2.3", true],
    ["::ffff:10.1.2.3", true],
    ["fd12::1", true],
    ["11.0.0.1", false],
    ["::1", false],
    ["no address", false],
    [undefined, false],
  ])("knows the networks of proxies: %s", (address, expected) => {
    expect(isNamed(address)).toBe(expected);
  });
});

describe("readXForwarded", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["2001:db8::7", "2001:db8::7"],
    ["127.0.0.1, 203.0.113.7", "203.0.113.7"],
    ["127.0.0.1, 203.0.113.7, 10.0.0.2, 10.0.0.1", "203.0.113.7"],
    ["10.0.0.2, 10.0.0.1", "10.0.0.2"],
    ["garbage, 203.0.113.7", "203.0.113.7"],
    [undefined, undefined],
  ])("takes the nearest client that is no named proxy: %s", (chain, client) => {
    const headers = chain === undefined ? {} : { "x-forwarded-for": chain };

    expect(readXForwarded(headers, isNamed)).toEqual({ kind: "read", client, host: undefined });
  });

  it.each([
    { "x-forwarded-for": "203.0.113.7, garbage" },
    { "x-forwarded-for": "" },
    { "x-forwarded-for": "203.0.113.7," },
    { "x-forwarded-for": Array.from({ length: 33 }, () => "10.0.0.1").join(",") },
    { "x-forwarded-for": "203.0.113.7", "x-forwarded-host": "a.example, b.example" },
  ])("refuses %j", (headers) => {
    expect(readXForwarded(headers, isNamed)).toEqual({ kind: "malformed" });
  });

  it("reads the host that the client named", () => {
    const headers = { "x-forwarded-host": "tools.example.com" };

    expect(readXForwarded(headers, isNamed)).toMatchObject({ host: "tools.example.com" });
  });
});

describe("readForwarded", () => {
  it.each([
    ["for=203.0.113.7", "203.0.113.7", undefined],
    ["For=203.0.113.7;host=a.example;proto=https", "203.0.113.7", "a.example"],
    ['for="[2001:db8::7]:4711"', "2001:db8::7", undefined],
    ['for=127.0.0.1;host=evil, for=203.0.113.7;host="a.example:1"', "203.0.113.7", "a.example:1"],
    ["for=203.0.113.7;host=a.example, for=10.0.0.2;host=inner", "203.0.113.7", "a.example"],
    ["for=unknown;host=a.example", undefined, "a.example"],
    ["for=_hidden", undefined, undefined],
    ["host=a.example", undefined, "a.example"],
  ])("reads the element of the outermost named proxy: %s", (text, client, host) => {
    expect(readForwarded({ forwarded: text }, isNamed)).toEqual({ kind: "read", client, host });
  });

  it.each([
    "",
    "for",
    "for=1.2.3.4;for=5.6.7.8",
    'for="1.2.3.4',
    'for="1.2.3.4\\""',
    "for=1.2.3.4,,for=5.6.7.8",
    "for=2001:db8::g",
    "for=1.2.3.4 host=a",
  ])("refuses a malformed header: %s", (text) => {
    expect(readForwarded({ forwarded: text }, isNamed)).toEqual({ kind: "malformed" });
  });

  it("has nothing to say without the header", () => {
    expect(readForwarded({}, isNamed)).toEqual({ kind: "read" });
  });
});
