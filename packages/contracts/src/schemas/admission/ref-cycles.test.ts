import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { refCycles } from "./ref-cycles.ts";

describe("schema/ref-cycles", () => {
  it.each([
    { $ref: "#" },
    { allOf: [{ $ref: "#" }] },
    { not: { $ref: "#" } },
    { if: { $ref: "#" } },
    { dependentSchemas: { a: { $ref: "#" } } },
    { $dynamicAnchor: "a", anyOf: [{ $dynamicRef: "#a" }] },
  ])("finds a cycle in %j", (schema) => {
    expect(placesOf(refCycles, schema)).toEqual([""]);
  });

  it("finds a cycle among definitions", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" }, c: { $ref: "#/$defs/a" } };

    expect(placesOf(refCycles, { $defs })).toEqual(["/$defs/a"]);
  });

  it.each([
    { properties: { next: { $ref: "#" } } },
    { items: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
    { additionalProperties: { $ref: "#" } },
    { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: {} } },
  ])("accepts the descending reference in %j", (schema) => {
    expect(placesOf(refCycles, schema)).toEqual([]);
  });
});
