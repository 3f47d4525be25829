import { type JsonSchema, type JsonValue, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { withoutUndeclared } from "./undeclared-fields.ts";

const city: JsonSchema = { type: "object", properties: { name: { type: "string" } } };

interface Case {
  readonly from: string;
  readonly schema: JsonSchema;
  readonly value: JsonValue;
  readonly kept: JsonValue;
}

const cases: readonly Case[] = [
  { from: "a silent object", schema: city, value: { name: "Bern", x: 1 }, kept: { name: "Bern" } },
  {
    from: "a closed object",
    schema: { ...city, additionalProperties: false },
    value: { x: 1 },
    kept: {},
  },
  {
    from: "items of a list",
    schema: { properties: { all: { type: "array", items: city } } },
    value: { all: [{ name: "Bern", x: 1 }, 2] },
    kept: { all: [{ name: "Bern" }, 2] },
  },
  {
    from: "a tuple",
    schema: { prefixItems: [city], items: {} },
    value: [{ x: 1 }, { x: 1 }],
    kept: [{}, { x: 1 }],
  },
  {
    from: "a reference that recurs",
    schema: { $defs: { n: { properties: { next: { $ref: "#/$defs/n" } } } }, $ref: "#/$defs/n" },
    value: { next: { next: { x: 1 }, x: 1 } },
    kept: { next: { next: {} } },
  },
  {
    from: "every branch",
    schema: { oneOf: [city, { properties: { id: {} } }] },
    value: { id: 1, x: 1 },
    kept: { id: 1 },
  },
  {
    from: "values of an open map",
    schema: { type: "object", additionalProperties: city },
    value: { bern: { name: "Bern", x: 1 } },
    kept: { bern: { name: "Bern" } },
  },
  {
    from: "a reserved name",
    schema: city,
    value: parseJson('{"__proto__":{"x":1},"name":"Bern"}'),
    kept: { name: "Bern" },
  },
];

describe("withoutUndeclared", () => {
  it.each(cases)("removes from $from what no schema names", ({ schema, value, kept }) => {
    const declared = withoutUndeclared(value, schema);

    expect(declared.value).toEqual(kept);
    expect(declared.removed).toBeGreaterThan(0);
  });

  it.each<JsonSchema>([
    { ...city, additionalProperties: true },
    { ...city, additionalProperties: {} },
    { ...city, unevaluatedProperties: true },
    { ...city, patternProperties: { "^x": {} } },
    { ...city, $ref: "https://elsewhere.example" },
    { ...city, anyOf: [{ type: "object" }] },
    { type: "object" },
    {},
  ])("leaves an object whole under %j", (schema) => {
    const value = { name: "Bern", x: 1 };

    expect(withoutUndeclared(value, schema)).toEqual({ value, removed: 0 });
  });

  it("returns the same object if there is nothing to remove", () => {
    const value = { all: [{ name: "Bern" }] };
    const schema = { properties: { all: { items: city } } };

    expect(withoutUndeclared(value, schema).value).toBe(value);
  });
});
