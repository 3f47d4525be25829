import { importedOperation, translatedAnswer } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";

const modern = { openapi: "3.1.0" };

describe("translateSchema", () => {
  it.each([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: "string", "x-nullable": true }, { type: ["string", "null"] }],
    [
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      { allOf: [{ type: "object" }], nullable: true, description: "d" },
      { description: "d", anyOf: [{ allOf: [{ type: "object" }] }, { type: "null" }] },
    ],
    [{ nullable: true }, {}],
    [{ type: "string", nullable: false }, { type: "string" }],
  ])("converts null: %j", (schema, expected) => {
    expect(translatedAnswer(schema)).toEqual(expected);
  });

  it.each([
    [
      { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 5 },
    ],
    [{ exclusiveMaximum: true }, {}],
    [{ exclusiveMinimum: 0 }, { exclusiveMinimum: 0 }],
  ])("converts bounds: %j", (schema, expected) => {
    expect(translatedAnswer({ type: "number", ...schema })).toEqual({
      type: "number",
      ...expected,
    });
  });

  it("keeps formats, an example and all parts of a composition", () => {
    const schema = {
      allOf: [
        { type: "string", format: "date-time" },
        { minLength: 3, example: "now" },
      ],
    };

    expect(translatedAnswer(schema)).toEqual({
      allOf: [
        { type: "string", format: "date-time" },
        { minLength: 3, examples: ["now"] },
      ],
    });
  });

  it("drops keywords outside the dialect", () => {
    const schema = { type: "string", xml: { name: "x" }, externalDocs: {}, "x-internal": 1 };

    expect(translatedAnswer(schema)).toEqual({ type: "string" });
  });

  it("does not mistake a property name for a keyword", () => {
    const properties = { nullable: { type: "boolean" }, $ref: { type: "string" } };

    expect(translatedAnswer({ type: "object", properties })).toEqual({
      type: "object",
      properties,
    });
  });

  it.each([
    [[{ type: "string" }], { prefixItems: [{ type: "string" }] }],
    [{ type: "string" }, { items: { type: "string" } }],
  ])("converts the items %j", (items, expected) => {
    expect(translatedAnswer({ type: "array", items })).toEqual({ type: "array", ...expected });
  });

  it("does not require write-only fields in an answer", () => {
    const properties = { id: { type: "string" }, password: { type: "string", writeOnly: true } };
    const schema = { type: "object", properties, required: ["id", "password"] };

    expect(translatedAnswer(schema)).toEqual({ ...schema, required: ["id"] });
  });

  it("keeps 3.1 keywords, boolean schemas, and siblings of a reference", () => {
    const components = { schemas: { Name: { type: "string" } } };
    const schema = {
      if: { required: ["a"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: false,
      properties: { a: { $ref: "#/components/schemas/Name", maxLength: 9 } },
    };

    expect(translatedAnswer(schema, { ...modern, components })).toEqual({
      ...schema,
      properties: { a: { $ref: "#/$defs/Name", maxLength: 9 } },
    });
  });

  it("drops siblings of a reference before 3.1, except for a description", () => {
    const components = { schemas: { Name: { type: "string" } } };
    const schema = { $ref: "#/components/schemas/Name", maxLength: 9, description: "d" };

    expect(translatedAnswer(schema, { components })).toEqual({
      $ref: "#/$defs/Name",
      description: "d",
    });
  });

  it("distinguishes alternatives by the discriminator", () => {
    const components = { schemas: { Cat: { type: "object" }, Dog: { type: "object" } } };
    const oneOf = [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }];
    const mapping = { cat: "#/components/schemas/Cat", kitten: "Cat" };
    const schema = { oneOf, discriminator: { propertyName: "kind", mapping } };

    expect(translatedAnswer(schema, { components })).toEqual({
      oneOf: [
        {
          $ref: "#/$defs/Cat",
          properties: { kind: { enum: ["cat", "kitten"] } },
          required: ["kind"],
        },
        { $ref: "#/$defs/Dog", properties: { kind: { enum: ["Dog"] } }, required: ["kind"] },
      ],
    });
  });

  it("keeps the siblings of an alternative's reference", () => {
    const components = { schemas: { Cat: { type: "object" } } };
    const beside = { properties: { age: { minimum: 1 } }, required: ["age"] };
    const oneOf = [{ $ref: "#/components/schemas/Cat", ...beside }];
    const schema = { oneOf, discriminator: { propertyName: "kind" } };

    expect(translatedAnswer(schema, { ...modern, components })).toMatchObject({
      oneOf: [
        {
          properties: { age: { minimum: 1 }, kind: { enum: ["Cat"] } },
          required: ["age", "kind"],
        },
      ],
    });
  });

  it("leaves a schema with a discriminator but no alternatives unchanged", () => {
    const schema = { type: "object", discriminator: { propertyName: "kind" } };

    expect(translatedAnswer(schema)).toEqual({ type: "object" });
  });

  it.each(["$id", "$anchor", "$dynamicRef"])("refuses %s", (keyword) => {
    const schema = { type: "object", properties: { a: { [keyword]: "x" } } };
    const requestBody = { required: true, content: { "application/json": { schema } } };

    const { notImported } = importedOperation({ requestBody }, { verb: "post", document: modern });

    expect(notImported).toEqual([
      {
        pointer: "/paths/~1pets/post",
        at: `/paths/~1pets/post/requestBody/content/application~1json/schema/properties/a/${keyword}`,
        reason: "Schemas with names of their own are not imported.",
      },
    ]);
  });
});
