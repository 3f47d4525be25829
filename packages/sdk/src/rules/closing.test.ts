import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../contract/json.ts";
import { closedWhereSafe, editedSchema } from "./closing.ts";

describe("closedWhereSafe", () => {
  it("closes every plain object", () => {
    const schema = { properties: { a: { items: { properties: { b: {} } } } } };

    expect(closedWhereSafe(schema)).toEqual({
      additionalProperties: false,
      properties: { a: { items: { properties: { b: {} }, additionalProperties: false } } },
    });
  });

  it.each([
    { type: "object" },
    { properties: {}, additionalProperties: true },
    { properties: {}, additionalProperties: { type: "string" } },
    { properties: {}, patternProperties: { "^x": {} } },
    { properties: {}, allOf: [{ properties: {} }] },
    { properties: {}, additionalProperties: false },
  ])("leaves an uncertain schema open: %j", (schema) => {
    expect(closedWhereSafe(schema)).toBeUndefined();
  });

  it.each([
    { properties: { a: {} }, anyOf: [{ properties: { b: {} } }] },
    { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    { allOf: [{ $ref: "#/$defs/base" }], $defs: { base: { properties: { a: {} } } } },
    {
      patternProperties: { "^x": { properties: { b: {} } } },
      properties: { x: { properties: { a: {} } } },
    },
  ])("leaves a schema open if another schema judges the same value: %j", (schema) => {
    expect(closedWhereSafe(schema)).toBeUndefined();
  });

  it("closes a definition that is only used alone", () => {
    const base = { properties: { a: {} } };
    const uses = (use: JsonSchema) => ({ items: { items: use }, $defs: { base } });

    expect(closedWhereSafe(uses({ $ref: "#/$defs/base", description: "One" }))).toHaveProperty(
      "$defs.base.additionalProperties",
      false,
    );
    expect(closedWhereSafe(uses({ $ref: "#/$defs/base", properties: { b: {} } }))).toBeUndefined();
    expect(closedWhereSafe(uses({ anyOf: [{ $ref: "#/items" }] }))).toBeUndefined();
  });

  it("continues beside a composition", () => {
    const schema = { properties: { a: { anyOf: [{ properties: {} }] }, b: { properties: {} } } };

    expect(closedWhereSafe(schema)).toEqual({
      additionalProperties: false,
      properties: {
        a: { anyOf: [{ properties: {} }] },
        b: { properties: {}, additionalProperties: false },
      },
    });
  });
});

describe("editedSchema", () => {
  it("replaces subschemas at any depth and leaves the original unchanged", () => {
    const schema = { properties: { a: { items: { type: "object" } } } };

    const result = editedSchema(schema, ({ schema: { type } }) =>
      type === "object" ? { type, additionalProperties: false } : undefined,
    );

    expect(result).toEqual({
      properties: { a: { items: { type: "object", additionalProperties: false } } },
    });
    expect(schema.properties.a.items).toEqual({ type: "object" });
  });

  it("returns undefined if nothing changes", () => {
    expect(editedSchema({ type: "object" }, () => undefined)).toBeUndefined();
  });

  it("does not treat a default value as a schema", () => {
    const schema = { properties: { a: { default: { type: "object" } } } };

    expect(
      editedSchema(schema, ({ schema: { type } }) => (type === "object" ? {} : undefined)),
    ).toBeUndefined();
  });
});
