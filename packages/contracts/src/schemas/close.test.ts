import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { closeInput } from "./close.ts";
import type { Dialect } from "./dialect.ts";

function closed(schema: JsonSchema, dialect: Dialect = "2020-12"): JsonSchema {
  const copy = structuredClone(schema);
  closeInput(copy, dialect);
  return copy;
}

const name = { type: "string" };

describe("closeInput, at the root of an input schema", () => {
  it("refuses undeclared arguments", () => {
    expect(closed({ type: "object", properties: { name } })).toEqual({
      type: "object",
      properties: { name },
      additionalProperties: false,
    });
  });

  it("refuses all arguments if none is declared", () => {
    expect(closed({ type: "object" })).toEqual({ type: "object", additionalProperties: false });
  });

  it("makes the root an object, even if the schema does not say so", () => {
    expect(closed({ properties: { name } })).toMatchObject({ type: "object" });
  });

  it.each([
    { additionalProperties: true },
    { additionalProperties: name },
    { unevaluatedProperties: name },
  ])("keeps the author's decision: %j", (decision) => {
    expect(closed({ type: "object", ...decision })).toEqual({ type: "object", ...decision });
  });

  it("leaves properties described in branches to the branches", () => {
    const anyOf = [{ properties: { a: name } }, { properties: { b: name } }];

    expect(closed({ type: "object", anyOf })).toEqual({
      type: "object",
      anyOf,
      unevaluatedProperties: false,
    });
  });
});

describe("closeInput, at the root of a draft-07 schema with branches", () => {
  it("allows the names that some branch mentions", () => {
    const schema = {
      properties: { a: name },
      anyOf: [{ properties: { b: name } }, { $ref: "#/definitions/c" }],
      definitions: { c: { if: {}, else: { properties: { d: name } } } },
    };

    expect(closed(schema, "draft-07")).toMatchObject({
      allOf: [{ propertyNames: { enum: ["a", "b", "d"] } }],
    });
  });

  it("moves a reference and the names into allOf, because a reference disables its siblings", () => {
    const schema = { $ref: "#/definitions/c", definitions: { c: { properties: { d: name } } } };

    expect(closed(schema, "draft-07")).toMatchObject({
      allOf: [{ $ref: "#/definitions/c" }, { propertyNames: { enum: ["d"] } }],
    });
    expect(closed(schema, "draft-07")).not.toHaveProperty("$ref");
  });

  it.each([{ patternProperties: { "^x-": {} } }, { additionalProperties: true }])(
    "keeps the root open if a branch says %j",
    (branch) => {
      const schema = { allOf: [branch] };

      expect(closed(schema, "draft-07")).toEqual(schema);
    },
  );
});

function below(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return closed({ type: "object", properties, ...rest });
}

describe("closeInput, below the root", () => {
  const place = { type: "object", properties: { city: name } };

  it("closes an object that lists properties, at any depth", () => {
    expect(below({ a: place, b: { type: "array", items: place } })).toMatchObject({
      properties: {
        a: { additionalProperties: false },
        b: { items: { additionalProperties: false } },
      },
    });
  });

  it("keeps an object open that lists none: it stands for any object", () => {
    expect(below({ a: { type: "object" }, b: { properties: {} } })).toMatchObject({
      properties: { a: { type: "object" }, b: { properties: {} } },
    });
    expect(JSON.stringify(below({ a: { type: "object" } }))).not.toContain(
      '"a":{"type":"object","add',
    );
  });

  it("leaves an object inside a branch alone, which sees only a part of it", () => {
    const anyOf = [{ properties: { at: place } }];

    expect(below({ a: { anyOf } })).toMatchObject({ properties: { a: { anyOf } } });
    expect(JSON.stringify(below({ a: { anyOf } }))).not.toContain(
      '"city":{"type":"string"}},"additional',
    );
  });

  it("closes the target of a reference without siblings", () => {
    const schema = below({ a: { $ref: "#/$defs/place" } }, { $defs: { place } });

    expect(schema).toMatchObject({ $defs: { place: { additionalProperties: false } } });
  });

  it("keeps the target of a reference open if another schema extends it", () => {
    const schema = below(
      {
        a: { $ref: "#/$defs/place" },
        b: { allOf: [{ $ref: "#/$defs/place" }, { required: ["x"] }] },
      },
      { $defs: { place } },
    );

    expect(schema).toMatchObject({ $defs: { place } });
    expect(schema["$defs"]).toEqual({ place });
  });
});
