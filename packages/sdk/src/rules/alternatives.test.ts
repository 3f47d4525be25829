import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../contract/json.ts";
import { alternativesOf, isRequired, propertyOf } from "./alternatives.ts";

describe("alternativesOf", () => {
  it("merges schemas that apply together and separates alternatives", () => {
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

  it("resolves a repeated reference once", () => {
    const $defs: Record<string, JsonSchema> = {};
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { anyOf: [next, { ...next }], allOf: [next, { ...next }] };
    }
    const bomb = { $ref: "#/$defs/d0", $defs };

    expect(alternativesOf(bomb, bomb).length).toBeLessThanOrEqual(64);
  });

  it("merges many parts without repeated copying", () => {
    const parts = { allOf: Array.from({ length: 20_000 }, () => ({ required: ["a"] })) };

    expect(alternativesOf(parts, parts)).toHaveLength(1);
  });

  it("stays bounded when branches multiply or a schema contains itself", () => {
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

  it("merges all schemas of a property", () => {
    expect(propertyOf(way, "a")).toEqual({ allOf: [{ type: "string" }, { minLength: 1 }] });
    expect(propertyOf(way, "b")).toEqual({});
    expect(propertyOf(way, "toString")).toBeUndefined();
  });

  it("knows the required properties", () => {
    expect(isRequired(way, "a")).toBe(true);
    expect(isRequired(way, "b")).toBe(false);
  });
});
