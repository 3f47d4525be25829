import { describe, expect, it } from "vitest";
import { changedPaths } from "./changed-paths.ts";

describe("changedPaths", () => {
  it("returns added, removed and changed values by pointer", () => {
    const was = { a: 1, b: { c: "x", d: [1] }, gone: true };
    const is = { a: 1, b: { c: "y", d: [2] }, fresh: null };

    expect(changedPaths(was, is)).toEqual([
      { pointer: "/b/c", was: "x", is: "y" },
      { pointer: "/b/d", was: [1], is: [2] },
      { pointer: "/fresh", is: null },
      { pointer: "/gone", was: true },
    ]);
  });

  it("ignores the order of keys", () => {
    expect(changedPaths({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });
});
