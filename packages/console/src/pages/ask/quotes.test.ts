import { describe, expect, it } from "vitest";
import { claimsByPointer, partsOf, textOf } from "./quotes.ts";
import type { Claim } from "./shapes.ts";

function claim(pointer: string, start: number, end: number): Claim {
  return { claim: "c", evidence: "e", pointer, start, end };
}

describe("partsOf", () => {
  it("splits at the ends of quotes, also where they overlap", () => {
    const claims = [claim("/a", 0, 5), claim("/a", 3, 8)];

    expect(partsOf("rain at ten", [0, 1], claims)).toEqual([
      { text: "rai", claims: [0] },
      { text: "n ", claims: [0, 1] },
      { text: "at ", claims: [1] },
      { text: "ten", claims: [] },
    ]);
  });

  it("keeps a text without quotes whole, and an empty one", () => {
    expect(partsOf("rain", [], [])).toEqual([{ text: "rain", claims: [] }]);
    expect(partsOf("", [], [])).toEqual([]);
  });

  it.each([
    ["beyond the text", claim("/a", 2, 9)],
    ["backwards", claim("/a", 3, 1)],
  ])("ignores a quote that is %s", (_, each) => {
    expect(partsOf("rain", [0], [each])).toEqual([{ text: "rain", claims: [] }]);
  });
});

describe("claimsByPointer", () => {
  it("keeps the order of claims", () => {
    const found = claimsByPointer([claim("/a", 0, 1), claim("/b", 0, 1), claim("/a", 1, 2)]);

    expect([...found]).toEqual([
      ["/a", [0, 2]],
      ["/b", [1]],
    ]);
  });
});

it("counts characters of a number in its JSON text", () => {
  expect([textOf(21.5), textOf(null), textOf("x")]).toEqual(["21.5", "null", "x"]);
});
