import { describe, expect, it } from "vitest";
import { editedSchema } from "./edit-schema.ts";

describe("editedSchema", () => {
  it("replaces subschemas at any depth and leaves the original alone", () => {
    const schema = { properties: { a: { items: { type: "object" } } } };

    const result = editedSchema(schema, ({ schema: { type } }) =>
      type === "object" ? { type, additionalProperties: false } : undefined,
    );

    expect(result).toEqual({
      properties: { a: { items: { type: "object", additionalProperties: false } } },
    });
    expect(schema.properties.a.items).toEqual({ type: "object" });
  });

  it("answers with nothing when there was nothing to do", () => {
    expect(editedSchema({ type: "object" }, () => undefined)).toBeUndefined();
  });

  it("does not take a default value for a schema", () => {
    const schema = { properties: { a: { default: { type: "object" } } } };

    expect(
      editedSchema(schema, ({ schema: { type } }) => (type === "object" ? {} : undefined)),
    ).toBeUndefined();
  });
});
