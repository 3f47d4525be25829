import { describe, expect, it } from "vitest";
import { importedOperation, translatedAnswer } from "../../../testing/openapi.ts";

const modern = { openapi: "3.1.0" };

describe("a schema of OpenAPI", () => {
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
  ])("says null as JSON Schema does: %j", (schema, expected) => {
    expect(translatedAnswer(schema)).toEqual(expected);
  });

  it.each([
    [
      { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 5 },
    ],
    [{ exclusiveMaximum: true }, {}],
    [{ exclusiveMinimum: 0 }, { exclusiveMinimum: 0 }],
  ])("says bounds as JSON Schema does: %j", (schema, expected) => {
    expect(translatedAnswer({ type: "number", ...schema })).toEqual({
      type: "number",
      ...expected,
    });
  });

  it("keeps formats, an example and every part of a composition", () => {
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

  it("leaves out what is no keyword of the dialect", () => {
    const schema = { type: "string", xml: { name: "x" }, externalDocs: {}, "x-internal": 1 };

    expect(translatedAnswer(schema)).toEqual({ type: "string" });
  });

  it("does not take the name of a property for a keyword", () => {
    const properties = { nullable: { type: "boolean" }, $ref: { type: "string" } };

    expect(translatedAnswer({ type: "object", properties })).toEqual({
      type: "object",
      properties,
    });
  });

  it.each([
    [[{ type: "string" }], { prefixItems: [{ type: "string" }] }],
    [{ type: "string" }, { items: { type: "string" } }],
  ])("reads the items %j", (items, expected) => {
    expect(translatedAnswer({ type: "array", items })).toEqual({ type: "array", ...expected });
  });

  it("does not ask an answer for what only a call may send", () => {
    const properties = { id: { type: "string" }, password: { type: "string", writeOnly: true } };
    const schema = { type: "object", properties, required: ["id", "password"] };

    expect(translatedAnswer(schema)).toEqual({ ...schema, required: ["id"] });
  });

  it("keeps the keywords of 3.1, a boolean as a schema, and what stands beside a reference", () => {
    const components = { schemas: { Name: { type: "string" } } };
    const schema = {
      if: { required: ["a"] },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that
      then: false,
      properties: { a: { $ref: "#/components/schemas/Name", maxLength: 9 } },
    };

    expect(translatedAnswer(schema, { ...modern, components })).toEqual({
      ...schema,
      properties: { a: { $ref: "#/$defs/Name", maxLength: 9 } },
    });
  });

  it("drops what stands beside a reference before 3.1, but for a description", () => {
    const components = { schemas: { Name: { type: "string" } } };
    const schema = { $ref: "#/components/schemas/Name", maxLength: 9, description: "d" };

    expect(translatedAnswer(schema, { components })).toEqual({
      $ref: "#/$defs/Name",
      description: "d",
    });
  });

  it("tells alternatives apart by the property that its author names", () => {
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

  it("keeps what an alternative says beside its reference", () => {
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

  it("leaves a schema alone that only others tell apart", () => {
    const schema = { type: "object", discriminator: { propertyName: "kind" } };

    expect(translatedAnswer(schema)).toEqual({ type: "object" });
  });

  it.each(["$id", "$anchor", "$dynamicRef"])("is not imported with %s", (keyword) => {
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
