import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../contract/json.ts";
import { alternativesOf, isRequired, propertyOf } from "./alternatives.ts";

describe("alternativesOf", () => {
  it("joins what holds together and tells apart what does not", () => {
    const schema = {
      allOf: [{ title: "base" }],
      oneOf: [{ title: "a" }, { $ref: "#/$defs/b" }],
      $defs: { b: { title: "b" } },
    };

    const titles = alternativesOf(schema, schema).map((way) => way.map(({ title }) => title));

    expect(titles).toEqual([
      [undefined, "base", "a"],
      [undefined, "base", undefined, "b"],
    ]);
  });

  it("works out once what is referred to again and again", () => {
    const $defs: Record<string, JsonSchema> = {};
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { anyOf: [next, { ...next }], allOf: [next, { ...next }] };
    }
    const bomb = { $ref: "#/$defs/d0", $defs };

    expect(alternativesOf(bomb, bomb).length).toBeLessThanOrEqual(64);
  });

  it("adds up many parts without copying them again and again", () => {
    const parts = { allOf: Array.from({ length: 20_000 }, () => ({ required: ["a"] })) };

    expect(alternativesOf(parts, parts)).toHaveLength(1);
  });

  it("stays small when branches multiply or a schema holds itself", () => {
    const branch = { anyOf: [{}, {}, {}, {}] };
    const wide = { allOf: Array.from({ length: 40 }, () => branch) };
    const deep = { anyOf: [{ $ref: "#" }, { $ref: "#" }] };

    expect(alternativesOf(wide, wide).length).toBeLessThanOrEqual(64);
    expect(alternativesOf(deep, deep).length).toBeLessThanOrEqual(64);
  });
});

describe("an alternative", () => {
  const way = [
    { properties: { a: { type: "string" } }, required: ["a"] },
    { properties: { a: { minLength: 1 }, b: {} } },
  ];

  it("knows a property by all that is said about it", () => {
    expect(propertyOf(way, "a")).toEqual({ allOf: [{ type: "string" }, { minLength: 1 }] });
    expect(propertyOf(way, "b")).toEqual({});
    expect(propertyOf(way, "toString")).toBeUndefined();
  });

  it("knows what is required", () => {
    expect(isRequired(way, "a")).toBe(true);
    expect(isRequired(way, "b")).toBe(false);
  });
});
