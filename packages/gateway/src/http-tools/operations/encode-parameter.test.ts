import type { JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ParameterStyle, SentParameter } from "../drafts/draft.ts";
import { inHeader, inPath, inQuery, percentEncoded } from "./encode-parameter.ts";

const anyText = fc.string({ unit: "binary", maxLength: 20 });
const few = { numRuns: 40 };
const list = ["blue", "black", "brown"];
const map = { R: 100, G: 200, B: 150 };

function parameter(place: SentParameter["place"], style: ParameterStyle, explode: boolean) {
  return { place, name: "color", style, explode } satisfies SentParameter;
}

describe("inPath", () => {
  it.each<[ParameterStyle, boolean, JsonValue, string]>([
    ["simple", false, "blue", "blue"],
    ["simple", false, list, "blue,black,brown"],
    ["simple", true, list, "blue,black,brown"],
    ["simple", false, map, "R,100,G,200,B,150"],
    ["simple", true, map, "R=100,G=200,B=150"],
    ["label", false, "blue", ".blue"],
    ["label", false, list, ".blue,black,brown"],
    ["label", true, list, ".blue.black.brown"],
    ["label", false, map, ".R,100,G,200,B,150"],
    ["label", true, map, ".R=100.G=200.B=150"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", false, list, ";color=blue,black,brown"],
    ["matrix", true, list, ";color=blue;color=black;color=brown"],
    ["matrix", false, map, ";color=R,100,G,200,B,150"],
    ["matrix", true, map, ";R=100;G=200;B=150"],
    ["json", false, { a: 1 }, "%7B%22a%22%3A1%7D"],
    ["simple", false, "a b?c#d&e;f", "a%20b%3Fc%23d%26e%3Bf"],
    ["simple", false, true, "true"],
  ])("writes %s, exploded %s: %j", (style, explode, ...[value, expected]) => {
    expect(inPath(parameter("path", style, explode), value)).toBe(expected);
  });

  it.each([
    "..",
    "..;",
    "..;x=1",
    ".%2e%3B",
    ".",
    "",
    "a/b",
    "/",
    "\\",
    "..\\x",
    "%2e%2e",
    "%2E.",
    ".%2e",
    "%2F",
    "a%2fb",
    "%252F",
    "%25252e%25252e",
    "%5c",
    "a\u0000b",
    "a\r\nb",
    "\u{d800}",
    ["a", ".."],
    { a: "x/y" },
    { "..": 1 },
  ])("never leaves its segment: %j", (value) => {
    expect(() => inPath(parameter("path", "simple", false), value)).toThrow("Expected a part");
  });

  it("encodes every character that could split a path", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = attempt(() => inPath(parameter("path", "simple", false), text));

        expect(written ?? "").toMatch(/^(?:[\w.~-]|%[0-9A-F]{2})*$/);
        expect([".", ".."]).not.toContain(written);
        expect(written ?? "").not.toMatch(/%2F|%5C/);
      }),
      few,
    );
  });
});

function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe("inQuery", () => {
  it.each<[ParameterStyle, boolean, JsonValue, string]>([
    ["form", true, "blue", "color=blue"],
    ["form", false, "", "color="],
    ["form", false, list, "color=blue,black,brown"],
    ["form", true, list, "color=blue&color=black&color=brown"],
    ["form", false, map, "color=R,100,G,200,B,150"],
    ["form", true, map, "R=100&G=200&B=150"],
    ["spaceDelimited", false, list, "color=blue%20black%20brown"],
    ["spaceDelimited", true, list, "color=blue&color=black&color=brown"],
    ["pipeDelimited", false, list, "color=blue%7Cblack%7Cbrown"],
    ["deepObject", true, map, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["json", false, list, "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D"],
    ["form", true, [], ""],
    ["form", true, null, ""],
    ["form", true, ["a", null], "color=a"],
    ["form", true, "a&b=c+d,e", "color=a%26b%3Dc%2Bd%2Ce"],
  ])("writes %s, exploded %s: %j", (style, explode, ...[value, expected]) => {
    expect(inQuery(parameter("query", style, explode), value).join("&")).toBe(expected);
  });

  it("refuses nested values, which have no standard form", () => {
    expect(() => inQuery(parameter("query", "form", true), { a: { b: 1 } })).toThrow("nested");
  });

  it("round-trips any value", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeURIComponent(percentEncoded(text))).toBe(text.toWellFormed());
      }),
      few,
    );
  });
});

describe("inHeader", () => {
  it.each<[boolean, JsonValue, string]>([
    [false, "blue", "blue"],
    [false, list, "blue,black,brown"],
    [false, map, "R,100,G,200,B,150"],
    [true, map, "R=100,G=200,B=150"],
  ])("writes without encoding, exploded %s: %j", (explode, value, expected) => {
    expect(inHeader(parameter("header", "simple", explode), value)).toBe(expected);
  });

  it.each(["a\r\nX-Other: b", "a\nb", "a\u0000", "é", " a", "a ", ""])("refuses %j", (value) => {
    expect(() => inHeader(parameter("header", "simple", false), value)).toThrow("ASCII");
  });
});
