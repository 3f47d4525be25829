import { describe, expect, it } from "vitest";
import { createPositions, offsetsOf, toToolPointer } from "./position.ts";

describe("createPositions", () => {
  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [4, 3, 1],
    [6, 3, 3],
  ])("counts lines and columns from 1: %i", (offset, line, column) => {
    expect(createPositions("ab\n\ncd")(offset)).toEqual({ line, column });
  });
});

describe("offsetsOf", () => {
  const text = '[{"a": {"b/c": [1, {"d": 2}]}}]';

  it("finds values by their pointers", () => {
    const found = offsetsOf(text, 1, new Set(["", "/a", "/a/b~1c/1/d"]));

    expect([...found]).toEqual([
      ["", 1],
      ["/a", 7],
      ["/a/b~1c/1/d", 25],
    ]);
  });

  it("falls back to the nearest existing ancestor", () => {
    const found = offsetsOf(text, 1, new Set(["/a/nothing/here", "/elsewhere"]));

    expect([...found.values()]).toEqual([7, 1]);
  });

  it("handles more pointers than a function call can take arguments", { timeout: 10_000 }, () => {
    const wanted = new Set(Array.from({ length: 150_000 }, (_, index) => `/p${index}`));

    expect(offsetsOf("{}", 0, wanted).size).toBe(150_000);
  });
});

it.each([
  ["", ""],
  ["/name", "/name"],
  ["/input", "/inputSchema"],
  ["/input/properties/id", "/inputSchema/properties/id"],
  ["/output/properties/id", "/outputSchema/properties/id"],
  ["/terms/tags/0", "/_meta/dev.toolcourt~1contract/tags/0"],
  ["/asReceived/title", "/title"],
  ["/inputs", "/inputs"],
  ["/constructor", "/constructor"],
])("toToolPointer maps the contract's %s to the tool's %s", (pointer, expected) => {
  expect(toToolPointer(pointer)).toBe(expected);
});
