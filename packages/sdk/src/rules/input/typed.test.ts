import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputTyped } from "./typed.ts";

const found = (properties: object) =>
  remarks(inputTyped, { input: { type: "object", properties: { ...properties } } });

describe("input/typed", () => {
  it("checks nested objects and lists", () => {
    const items = { type: "object", properties: { free: {} } };

    expect(found({ rows: { type: "array", items } }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/rows/items/properties/free",
    ]);
  });

  it("accepts a property that is forbidden", () => {
    expect(found({ never: false })).toEqual([]);
  });

  it("does not treat a constraint as a type", () => {
    expect(found({ a: { minLength: 1 } })).toHaveLength(1);
  });
});
