import { describe, expect, it } from "vitest";
import { nearMissesOf } from "./near-misses.ts";

describe("near misses", () => {
  it("change one argument each", () => {
    const found = [...nearMissesOf({ unit: "km", amount: 3 })];

    expect(found).toEqual(
      expect.arrayContaining([
        { unit: "KM", amount: 3 },
        { unit: null, amount: 3 },
        { unit: "km\n", amount: 3 },
        { unit: "km", amount: "3" },
        { unit: "km", amount: 3.5 },
      ]),
    );
  });

  it("reach into lists", () => {
    expect([...nearMissesOf({ units: ["km"] })]).toContainEqual({ units: ["KM"] });
  });
});
