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

describe("the root of an input schema", () => {
  it("takes no argument that it does not name", () => {
    expect(closed({ type: "object", properties: { name } })).toEqual({
      type: "object",
      properties: { name },
      additionalProperties: false,
    });
  });

  it("takes none at all when it names none", () => {
    expect(closed({ type: "object" })).toEqual({ type: "object", additionalProperties: false });
  });

  it("is an object, also when it does not say so", () => {
    expect(closed({ properties: { name } })).toMatchObject({ type: "object" });
  });

  it.each([
    { additionalProperties: true },
    { additionalProperties: name },
    { unevaluatedProperties: name },
  ])("stays as its author decided: %j", (decision) => {
    expect(closed({ type: "object", ...decision })).toEqual({ type: "object", ...decision });
  });

  it("leaves to its branches what they describe", () => {
    const anyOf = [{ properties: { a: name } }, { properties: { b: name } }];

    expect(closed({ type: "object", anyOf })).toEqual({
      type: "object",
      anyOf,
      unevaluatedProperties: false,
    });
  });
});

describe("the root of a draft-07 schema with branches", () => {
  it("takes the names that some branch mentions", () => {
    const schema = {
      properties: { a: name },
      anyOf: [{ properties: { b: name } }, { $ref: "#/definitions/c" }],
      definitions: { c: { if: {}, else: { properties: { d: name } } } },
    };

    expect(closed(schema, "draft-07")).toMatchObject({
      allOf: [{ propertyNames: { enum: ["a", "b", "d"] } }],
    });
  });

  it("puts a reference and the names side by side, for a reference silences its neighbors", () => {
    const schema = { $ref: "#/definitions/c", definitions: { c: { properties: { d: name } } } };

    expect(closed(schema, "draft-07")).toMatchObject({
      allOf: [{ $ref: "#/definitions/c" }, { propertyNames: { enum: ["d"] } }],
    });
    expect(closed(schema, "draft-07")).not.toHaveProperty("$ref");
  });

  it.each([{ patternProperties: { "^x-": {} } }, { additionalProperties: true }])(
    "stays open when a branch says %j",
    (branch) => {
      const schema = { allOf: [branch] };

      expect(closed(schema, "draft-07")).toEqual(schema);
    },
  );
});

function below(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return closed({ type: "object", properties, ...rest });
}

describe("an object below the root", () => {
  const place = { type: "object", properties: { city: name } };

  it("is closed when it lists properties, wherever it lies", () => {
    expect(below({ a: place, b: { type: "array", items: place } })).toMatchObject({
      properties: {
        a: { additionalProperties: false },
        b: { items: { additionalProperties: false } },
      },
    });
  });

  it("stays open when it lists none: that is how authors say any object", () => {
    expect(below({ a: { type: "object" }, b: { properties: {} } })).toMatchObject({
      properties: { a: { type: "object" }, b: { properties: {} } },
    });
    expect(JSON.stringify(below({ a: { type: "object" } }))).not.toContain(
      '"a":{"type":"object","add',
    );
  });

  it("is left alone inside a branch, which sees but a part of it", () => {
    const anyOf = [{ properties: { at: place } }];

    expect(below({ a: { anyOf } })).toMatchObject({ properties: { a: { anyOf } } });
    expect(JSON.stringify(below({ a: { anyOf } }))).not.toContain(
      '"city":{"type":"string"}},"additional',
    );
  });

  it("is closed behind a reference that stands alone", () => {
    const schema = below({ a: { $ref: "#/$defs/place" } }, { $defs: { place } });

    expect(schema).toMatchObject({ $defs: { place: { additionalProperties: false } } });
  });

  it("stays open behind a reference when somebody else builds on the same definition", () => {
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
