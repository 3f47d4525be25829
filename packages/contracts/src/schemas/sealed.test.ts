import { describe, expect, it } from "vitest";
import { uriOfDialect } from "./dialect.ts";
import { compileWithHyperjump } from "./hyperjump.ts";
import { sealed, unsealed } from "./sealed.ts";

describe("sealed", () => {
  it.each([
    { $id: "https://example.com/a" },
    { $anchor: "a" },
    { $ref: "#/nothing" },
    [{ $id: "b" }],
    { $dynamicAnchor: "a" },
  ])("keeps values comparable even if they look like schemas: %j", async (value) => {
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

  it("is reversed by unsealed", () => {
    const schema = sealed({ const: "\u0000json:1", enum: [{ a: [1] }] });

    expect(unsealed(schema["const"] ?? null)).toBe("\u0000json:1");
    expect(unsealed("plain")).toBe("plain");
  });

  it("drops values that are never compared", () => {
    expect(sealed({ default: { $id: "a" }, examples: [{ $id: "b" }], type: "object" })).toEqual({
      type: "object",
    });
  });
});

describe("sealed, on a schema with its own vocabulary", () => {
  it.each([
    { "x-shelf": { $id: uriOfDialect["2020-12"], $vocabulary: {} } },
    { $defs: { a: { $id: uriOfDialect["2020-12"], $vocabulary: {} } } },
    { $vocabulary: {} },
  ])("does not affect other schemas: %j", async (schema) => {
    await compileWithHyperjump({ schema, dialect: "2020-12" }).catch(() => undefined);
    const check = await compileWithHyperjump({ schema: { type: "string" }, dialect: "2020-12" });

    expect(check(1)).toBeDefined();
  });

  it("keeps a property of that name", () => {
    const schema = { properties: { $vocabulary: { type: "string" } } };

    expect(sealed(schema)).toEqual(schema);
  });
});
