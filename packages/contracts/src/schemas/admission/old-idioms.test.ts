import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { oldIdioms } from "./old-idioms.ts";

describe("schema/old-idioms", () => {
  it.each(["exclusiveMinimum", "exclusiveMaximum", "required"])("finds boolean %s", (keyword) => {
    expect(placesOf(oldIdioms, { properties: { n: { [keyword]: false } } })).toEqual([
      `/properties/n/${keyword}`,
    ]);
  });

  it("finds `extends`", () => {
    expect(placesOf(oldIdioms, { extends: { type: "object" } })).toEqual(["/extends"]);
  });

  it("ignores properties of these names", () => {
    const properties = { required: { type: "boolean" }, extends: { type: "string" } };

    expect(placesOf(oldIdioms, { properties })).toEqual([]);
  });
});
