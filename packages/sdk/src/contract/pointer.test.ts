import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { step, stepsOf, valueAt } from "./pointer.ts";

describe("a JSON Pointer", () => {
  it("gives back the tokens it was made of, whatever they contain", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(stepsOf(tokens.map(step).join(""))).toEqual(tokens);
      }),
    );
  });

  it("leads to values in objects and lists", () => {
    expect(valueAt({ a: [{ "b/c~d": 7 }] }, "/a/0/b~1c~0d")).toBe(7);
  });

  it.each(["/missing", "/a/01", "/a/-", "/a/9", "/constructor", "/a/0/b/c"])(
    "leads nowhere rather than somewhere else: %s",
    (pointer) => {
      expect(valueAt({ a: [{ b: 1 }] }, pointer)).toBeUndefined();
    },
  );

  it("leads to the whole when it is empty", () => {
    expect(valueAt([1], "")).toEqual([1]);
  });
});
