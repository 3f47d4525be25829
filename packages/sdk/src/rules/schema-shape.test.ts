import { describe, expect, it } from "vitest";
import { dereferenced, isOfType, propertiesOf, typesOf } from "./schema-shape.ts";

describe("propertiesOf", () => {
  it("finds nested properties and marks the required ones", () => {
    const schema = {
      required: ["list"],
      properties: { list: { items: { properties: { "a/b": true } } } },
    };

    expect([...propertiesOf(schema)]).toEqual([
      {
        name: "list",
        value: schema.properties.list,
        pointer: "/properties/list",
        required: true,
      },
      {
        name: "a/b",
        value: true,
        pointer: "/properties/list/items/properties/a~1b",
        required: false,
      },
    ]);
  });
});

describe("typesOf", () => {
  it.each([
    [{ type: "string" }, ["string"]],
    [{ type: ["string", "null"] }, ["string", "null"]],
    [{}, []],
    [{ type: 3 }, []],
  ])("reads the types of %j", (schema, types) => {
    expect(typesOf(schema)).toEqual(types);
  });
});

describe("isOfType", () => {
  it.each([
    [1, "integer", true],
    [1.5, "integer", false],
    [null, "object", false],
    [[], "object", false],
    [[], "array", true],
    ["x", "toString", true],
  ])("%j as %s: %s", (value, type, expected) => {
    expect(isOfType(value, type)).toBe(expected);
  });
});

describe("dereferenced", () => {
  it("follows local references, escaped or not", () => {
    const root = { $defs: { "a b": { $ref: "#/$defs/c" }, c: { type: "string" } } };

    expect(dereferenced({ $ref: "#/$defs/a%20b" }, root)).toEqual({ type: "string" });
  });

  it.each(["#/$defs/none", "https://example.com/x", "#/%zz", "#anchor"])(
    "returns the schema itself when %s leads nowhere",
    ($ref) => {
      expect(dereferenced({ $ref }, {})).toEqual({ $ref });
    },
  );

  it("terminates on a cycle", () => {
    const root = { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };

    expect(dereferenced({ $ref: "#/$defs/a" }, root)).toHaveProperty("$ref");
  });
});
