import { type JsonValue, parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shrink, smaller } from "./shrink.ts";

const jsonValue = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): JsonValue => parseJson(JSON.stringify(value)));

const fails = (each: JsonValue): boolean => JSON.stringify(each).length % 3 === 0;

describe("shrink", () => {
  it("keeps only the members that matter", async () => {
    const failing = { a: 1, b: { c: [1, 2, 3], d: "text" }, e: null };

    const { value } = await shrink(failing, {
      fails: (each) => JSON.stringify(each).includes('"d"'),
    });

    expect(value).toEqual({ b: { d: "" } });
  });

  it("finds the shortest failing text", async () => {
    const { value } = await shrink("many words without sense", {
      fails: (each) => typeof each === "string" && each.length >= 7,
    });

    expect(value).toBe("aaaaaaa");
  });

  it.each([
    [1_000_000, 17, 17],
    [-1_000_000, -5, 17],
    [99.75, 3, 3],
  ])("shrinks %d to the bound", async (from, bound, min) => {
    const { value } = await shrink(from, {
      fails: (each) =>
        typeof each === "number" && (bound < 0 ? each <= bound || each >= 17 : each >= bound),
    });

    expect(value).toBe(min);
  });

  it("never tests a value that is not accepted", async () => {
    const asked: JsonValue[] = [];

    const { value } = await shrink([9, 8, 7, 6], {
      accepts: (each) => Array.isArray(each) && each.length >= 2,
      fails: (each) => {
        asked.push(each);
        return true;
      },
    });

    expect(value).toEqual([0, 0]);
    expect(asked.every((each) => Array.isArray(each) && each.length >= 2)).toBe(true);
  });

  it("stops at the test limit and reports it", async () => {
    let asked = 0;
    const { isSmallest } = await shrink("x".repeat(50), {
      tries: 5,
      fails: () => {
        asked += 1;
        return false;
      },
    });

    expect({ asked, isSmallest }).toEqual({ asked: 5, isSmallest: false });
  });

  it("ends with a value whose every smaller variant passes", async () => {
    await fc.assert(
      fc.asyncProperty(jsonValue.filter(fails), async (failing) => {
        const { value } = await shrink(failing, { fails, tries: 100_000 });

        expect(fails(value)).toBe(true);
        expect([...smaller(value)].filter(fails)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
