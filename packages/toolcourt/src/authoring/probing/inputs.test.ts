import { describe, expect, it } from "vitest";
import { nearMissesOf } from "./inputs.ts";

describe("nearMissesOf", () => {
  it("changes one argument at a time", () => {
    const found = [...nearMissesOf([{ unit: "km", amount: 3 }], ["unit", "amount", "round"])];

    expect(found).toEqual(
      expect.arrayContaining([
        { unit: "KM", amount: 3 },
        { unit: null, amount: 3 },
        { unit: "km\n", amount: 3 },
        { unit: "km", amount: "3" },
        { unit: "km", amount: 3.5 },
        { unit: "km", amount: 3, round: null },
      ]),
    );
  });

  it("changes values inside lists", () => {
    expect([...nearMissesOf([{ units: ["km"] }], ["units"])]).toContainEqual({ units: ["KM"] });
  });
});
