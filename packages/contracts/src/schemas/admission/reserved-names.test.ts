import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { reservedNames } from "./reserved-names.ts";

describe("schema/reserved-names", () => {
  it("finds `__proto__` anywhere", () => {
    const poisoned = Object.fromEntries([["__proto__", { isAdmin: true }]]);

    expect(placesOf(reservedNames, { default: poisoned })).toEqual(["/default/__proto__"]);
  });

  it("accepts a required property that is not declared", () => {
    expect(placesOf(reservedNames, { required: ["constructor", "prototype"] })).toEqual([]);
  });

  it("accepts the words in data", () => {
    expect(placesOf(reservedNames, { default: { constructor: 1 }, enum: ["prototype"] })).toEqual(
      [],
    );
  });
});
