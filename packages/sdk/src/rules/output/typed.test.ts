import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { outputTyped } from "./typed.ts";

describe("output/typed", () => {
  it("checks list items", () => {
    const output = { properties: { rows: { type: "array", items: { properties: { free: {} } } } } };

    expect(remarks(outputTyped, { output }).map(({ pointer }) => pointer)).toEqual([
      "/output/properties/rows/items/properties/free",
    ]);
  });

  it("accepts a choice of types", () => {
    const output = { properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } };

    expect(remarks(outputTyped, { output })).toEqual([]);
  });
});
