import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointerToken, pointerTokens, valueAt } from "./pointer.ts";

describe("a JSON Pointer", () => {
  it("returns the tokens it was made of, with any characters", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(pointerTokens(tokens.map(pointerToken).join(""))).toEqual(tokens);
      }),
    );
  });

  it("resolves to values in objects and lists", () => {
    expect(valueAt({ a: [{ "b/c~d": 7 }] }, "/a/0/b~1c~0d")).toBe(7);
  });

  it.each(["/missing", "/a/01", "/a/-", "/a/9", "/constructor", "/a/0/b/c"])(
    "resolves to nothing rather than to a wrong value: %s",
    (pointer) => {
      expect(valueAt({ a: [{ b: 1 }] }, pointer)).toBeUndefined();
    },
  );

  it("resolves to the whole document when empty", () => {
    expect(valueAt([1], "")).toEqual([1]);
  });
});
