import { describe, expect, it } from "vitest";
import { placesOf } from "../../../testing/inspections.ts";
import { reservedNames } from "./reserved-names.ts";

describe("schema/reserved-names", () => {
  it("finds `__proto__` wherever it stands", () => {
    const poisoned = Object.fromEntries([["__proto__", { isAdmin: true }]]);

    expect(placesOf(reservedNames, { default: poisoned })).toEqual(["/default/__proto__"]);
  });

  it("lets a schema require what it does not declare", () => {
    expect(placesOf(reservedNames, { required: ["constructor", "prototype"] })).toEqual([]);
  });

  it("lets the words stand in data", () => {
    expect(placesOf(reservedNames, { default: { constructor: 1 }, enum: ["prototype"] })).toEqual(
      [],
    );
  });
});
