import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonSchema, type JsonValue } from "./json.ts";
import { valueAt } from "./pointer.ts";
import { strings, subschemas } from "./walk.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    "a/b": { type: "array", items: [{ type: "string" }, true], additionalItems: { type: "null" } },
    properties: { type: "string" },
  },
  patternProperties: { "^x": { anyOf: [{ type: "string" }, { not: { type: "null" } }] } },
  dependencies: { a: ["b"], c: { required: ["d"] } },
  $defs: { one: { prefixItems: [{ const: 1 }], contains: { const: 2 } } },
  additionalProperties: { enum: [{ type: "not a schema" }] },
  if: { required: ["a"] },
  else: { required: ["b"] },
  default: { properties: { neither: { type: "string" } } },
};

describe("subschemas", () => {
  it("finds every nested schema and nothing that only looks like one", () => {
    const pointers = [...subschemas(schema)].map((place) => place.pointer);

    expect(pointers.toSorted()).toEqual(
      [
        "",
        "/$defs/one",
        "/$defs/one/contains",
        "/$defs/one/prefixItems/0",
        "/additionalProperties",
        "/dependencies/c",
        "/else",
        "/if",
        "/patternProperties/^x",
        "/patternProperties/^x/anyOf/0",
        "/patternProperties/^x/anyOf/1",
        "/patternProperties/^x/anyOf/1/not",
        "/properties/a~1b",
        "/properties/a~1b/additionalItems",
        "/properties/a~1b/items/0",
        "/properties/properties",
      ].toSorted(),
    );
  });

  it("yields pointers that resolve to the found schemas", () => {
    for (const place of subschemas(schema)) {
      expect(valueAt(schema, place.pointer)).toBe(place.schema);
    }
  });

  it("walks a schema deeper than any call stack", () => {
    let deep: JsonSchema = { type: "string" };
    for (let level = 0; level < 20_000; level += 1) deep = { not: deep };

    expect([...subschemas(deep)]).toHaveLength(20_001);
  });

  it("walks a schema wider than any argument list", { timeout: 10_000 }, () => {
    const anyOf = Array.from({ length: 130_000 }, () => ({}));

    let count = 0;
    for (const { pointer } of subschemas({ anyOf })) count += pointer === "" ? 0 : 1;

    expect(count).toBe(130_000);
  });
});

describe("strings", () => {
  it("finds keys and values", () => {
    const value: JsonValue = { a: ["x", { b: "y" }], c: 1 };

    expect([...strings(value)]).toEqual([
      { value: "a", pointer: "/a" },
      { value: "c", pointer: "/c" },
      { value: "x", pointer: "/a/0" },
      { value: "b", pointer: "/a/1/b" },
      { value: "y", pointer: "/a/1/b" },
    ]);
  });

  it("finds a bare string", () => {
    expect([...strings("x")]).toEqual([{ value: "x", pointer: "" }]);
  });
});

it("distinguishes objects from lists and null", () => {
  expect([{}, [], null, "x"].map(isJsonObject)).toEqual([true, false, false, false]);
});
