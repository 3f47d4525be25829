import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { enumSize } from "./enum-size.ts";

describe("schema/enum-size", () => {
  it("points at the enum", () => {
    const schema = { properties: { a: { enum: [1, 2, 3] } } };

    expect(placesOf(enumSize, schema, { maxEnum: 2 })).toEqual(["/properties/a/enum"]);
    expect(placesOf(enumSize, schema, { maxEnum: 3 })).toEqual([]);
  });

  it("ignores a property of that name", () => {
    expect(placesOf(enumSize, { properties: { enum: { type: "array" } } }, { maxEnum: 0 })).toEqual(
      [],
    );
  });
});
