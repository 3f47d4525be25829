import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { expansion } from "./expansion.ts";

describe("schema/expansion", () => {
  it("counts a definition once per reference", () => {
    const schema = {
      properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } },
      $defs: { d: { properties: { x: {}, y: {} } } },
    };

    expect(placesOf(expansion, schema, { maxExpansion: 9 })).toEqual([]);
    expect(placesOf(expansion, schema, { maxExpansion: 8 })).toEqual([""]);
  });

  it("counts a reference to an enclosing schema as one", () => {
    const tree = { properties: { left: { $ref: "#" }, right: { $ref: "#" } } };

    expect(placesOf(expansion, tree, { maxExpansion: 5 })).toEqual([]);
  });

  it("resolves anchors and embedded names", () => {
    const schema = {
      $id: "https://example.com/root",
      allOf: [{ $ref: "part#d" }, { $ref: "https://example.com/part#d" }],
      $defs: { part: { $id: "part", $defs: { d: { $anchor: "d", items: {} } } } },
    };

    expect(placesOf(expansion, schema, { maxExpansion: 7 })).toEqual([]);
    expect(placesOf(expansion, schema, { maxExpansion: 6 })).toEqual([""]);
  });
});
