import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { depth } from "./depth.ts";

describe("schema/depth", () => {
  it("points at the first schema that is too deep", () => {
    const schema = { items: { properties: { a: { items: { type: "string" } } } } };

    expect(placesOf(depth, schema, { maxDepth: 2 })).toEqual(["/items/properties/a/items"]);
    expect(placesOf(depth, schema, { maxDepth: 3 })).toEqual([]);
  });

  it("does not count values in a default as schemas", () => {
    expect(placesOf(depth, { default: [[[[[]]]]] }, { maxDepth: 2 })).toEqual([]);
    expect(placesOf(depth, { default: [[[[[]]]]] }, { maxNesting: 4 })).toEqual([""]);
  });
});
