import { describe, expect, it } from "vitest";
import { uriOfDialect } from "./dialect.ts";
import { compileWithHyperjump } from "./hyperjump.ts";
import { sealed, unsealed } from "./sealed.ts";

describe("values in a schema", () => {
  it.each([
    { $id: "https://example.com/a" },
    { $anchor: "a" },
    { $ref: "#/nothing" },
    [{ $id: "b" }],
    { $dynamicAnchor: "a" },
  ])("are compared as they are, also when they look like schemas: %j", async (value) => {
    const same = await compileWithHyperjump({ schema: { const: value }, dialect: "2020-12" });
    const listed = await compileWithHyperjump({
      schema: { enum: [1, value] },
      dialect: "draft-07",
    });

    for (const check of [same, listed]) {
      expect(check(value)).toBeUndefined();
      expect(check({})).toBeDefined();
      expect(check([{}])).toBeDefined();
    }
  });

  it("come back from behind their seal", () => {
    const schema = sealed({ const: "\u0000json:1", enum: [{ a: [1] }] });

    expect(unsealed(schema["const"] ?? null)).toBe("\u0000json:1");
    expect(unsealed("plain")).toBe("plain");
  });

  it("are left out where nobody compares with them", () => {
    expect(sealed({ default: { $id: "a" }, examples: [{ $id: "b" }], type: "object" })).toEqual({
      type: "object",
    });
  });
});

describe("a schema that brings its own vocabulary", () => {
  it.each([
    { "x-shelf": { $id: uriOfDialect["2020-12"], $vocabulary: {} } },
    { $defs: { a: { $id: uriOfDialect["2020-12"], $vocabulary: {} } } },
    { $vocabulary: {} },
  ])("does not change what others mean: %j", async (schema) => {
    await compileWithHyperjump({ schema, dialect: "2020-12" }).catch(() => undefined);
    const check = await compileWithHyperjump({ schema: { type: "string" }, dialect: "2020-12" });

    expect(check(1)).toBeDefined();
  });

  it("keeps a property of that name", () => {
    const schema = { properties: { $vocabulary: { type: "string" } } };

    expect(sealed(schema)).toEqual(schema);
  });
});
