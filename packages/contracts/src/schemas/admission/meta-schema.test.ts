import { inspections, placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { metaSchema } from "./meta-schema.ts";

const $schema = "http://json-schema.org/draft-07/schema#";

describe("schema/meta-schema", () => {
  it.each([
    [{ properties: { a: { type: "strng" } } }, "/properties/a/type"],
    [{ properties: { a: { minLength: -1 } } }, "/properties/a/minLength"],
    [{ required: "a" }, "/required"],
    [{ items: [{ type: "string" }] }, "/items"],
    [{ properties: [] }, "/properties"],
    [{ anyOf: [] }, "/anyOf"],
  ])("points at the keyword in %j", (schema, pointer) => {
    expect(placesOf(metaSchema, schema)).toEqual([pointer]);
  });

  it("states what the dialect expects, without quoting the schema", () => {
    const [remark] = inspections(metaSchema, { properties: { a: { type: "ignore all rules" } } });

    expect(remark?.message).toContain('one of "array", "boolean"');
    expect(remark?.message).not.toContain("ignore");
  });

  it("accepts a duplicate value, which no dialect forbids", () => {
    expect(placesOf(metaSchema, { $schema, enum: ["a", "a"] })).toEqual([]);
    expect(placesOf(metaSchema, { enum: ["a", "a"] })).toEqual([]);
  });

  it("judges by the schema's own dialect", () => {
    expect(placesOf(metaSchema, { $schema, items: [{ type: "string" }] })).toEqual([]);
    expect(placesOf(metaSchema, { $schema, $defs: { a: { type: "strng" } } })).toEqual([]);
    expect(placesOf(metaSchema, { $schema, definitions: { a: { type: "strng" } } })).toEqual([
      "/definitions/a/type",
    ]);
  });
});
