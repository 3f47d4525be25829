import { sharedData } from "@toolcourt/testing/shared-data";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonFlaw, scanJson, skipBlanks } from "./scan-json.ts";

function flawIn(text: string): JsonFlaw | undefined {
  const scanned = scanJson(text);
  return scanned.kind === "flaw" ? scanned.flaw : undefined;
}

/** Tells whether scanJson accepts the whole text as one JSON value. */
function accepts(text: string): boolean {
  const scanned = scanJson(text);
  return scanned.kind === "value" && skipBlanks(text, scanned.end) === text.length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Near-JSON texts: one character removed, doubled or replaced. */
const almostJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", ",", "}", "]", '"', "\\", "0", "-", ".", "\u0001"),
  )
  .map(([text, place, replacement]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + replacement + text.slice(at + 1);
  });

describe("scanJson", () => {
  it("accepts what JSON.parse accepts", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(accepts(text)).toBe(true);
      }),
    );
  });

  it("agrees with JSON.parse on near-JSON texts", () => {
    fc.assert(
      fc.property(almostJson, (text) => {
        fc.pre(flawIn(text)?.kind !== "duplicate-key");
        expect(accepts(text)).toBe(parses(text));
      }),
    );
  });

  it("agrees with JSON.parse on the JSON test suite", { timeout: 10_000 }, ({ skip }) => {
    const suite = sharedData("json-test-suite/test_parsing", ".json");
    if (suite.missing !== undefined) skip(suite.missing);
    const disputed = suite.files().flatMap(({ name, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      if (flawIn(text)?.kind === "duplicate-key") return [];
      return accepts(text) === parses(text) ? [] : [name];
    });

    expect(disputed).toEqual([]);
  });

  it.each([
    ["", 0, "a value, but the text ends here"],
    ["  ", 2, "a value, but the text ends here"],
    ["[1 2]", 3, '"," or "]"'],
    ["[1,]", 3, "a value"],
    ["[", 1, 'a value or "]", but the text ends here'],
    ['{"a" 1}', 5, '":" after the key'],
    ['{"a":1,}', 7, "a key in double quotes"],
    ["{a:1}", 1, 'a key in double quotes or "}"'],
    ['{"a":1 "b"', 7, '"," or "}"'],
    ['["a', 3, "a closing quote, but the text ends here"],
    ["[01]", 1, 'a value or "]"'],
    ["NaN", 0, "a value"],
  ])("reports where %j breaks off and the expected token", (text, offset, expected) => {
    expect(flawIn(text)).toEqual({ kind: "syntax", offset, expected });
  });

  it("finds a duplicate key, however it is escaped", () => {
    expect(flawIn('{"a":1,"\\u0061":2}')).toMatchObject({ kind: "duplicate-key", offset: 7 });
  });

  it("keeps the keys of two objects apart", () => {
    expect(flawIn('{"a":{"a":1},"b":[{"a":1},{"a":1}],"__proto__":{"a":1}}')).toBeUndefined();
  });

  it("reads 100,000 levels without a stack overflow", () => {
    const text = "[".repeat(100_000) + "]".repeat(100_000);

    expect(scanJson(text)).toEqual({ kind: "value", end: 200_000 });
  });

  it("refuses more levels than memory should hold", () => {
    expect(flawIn("[".repeat(600_000))).toMatchObject({ expected: "at most 500000 levels" });
  });
});
