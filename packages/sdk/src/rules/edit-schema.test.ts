import { describe, expect, it } from "vitest";
import { editedSchema } from "./edit-schema.ts";

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
