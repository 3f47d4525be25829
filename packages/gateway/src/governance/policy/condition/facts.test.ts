import { describe, expect, it } from "vitest";
import { weigh } from "./facts.ts";

describe("weigh", () => {
  it.each([
    [{}, 0, 1],
    ["abc", 0, 4],
    [{ key: "abc" }, 1, 8],
    [{ a: [1, 2, 3], b: { c: null, d: true } }, 3, 12],
  ])("measures %j", (value, longest, size) => {
    expect(weigh(value)).toEqual({ longest, size });
  });

  it("handles very deep and very long values", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];

    expect(weigh(deep).longest).toBe(1);
    expect(weigh(Array.from({ length: 200_000 }, () => 1)).longest).toBe(200_000);
  });

  it("adds a penalty for objects with many keys, which are slow to look up", () => {
    const [few, many] = [1_000, 1_001].map((length) =>
      weigh(Object.fromEntries(Array.from({ length }, (_, index) => [`${1_000 + index}`, 1]))),
    );

    expect([few, many]).toEqual([
      { longest: 1_000, size: 1 + 1_000 * 5 },
      { longest: 1_001, size: 1 + 1_001 * 55 },
    ]);
  });

  it("accumulates", () => {
    expect(weigh("abc", { longest: 7, size: 6 })).toEqual({ longest: 7, size: 10 });
    expect(weigh([1, 2], { longest: 1, size: 6 })).toEqual({ longest: 2, size: 9 });
  });
});
