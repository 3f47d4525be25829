import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputBounded } from "./bounded.ts";

const found = (schema: object) =>
  remarks(inputBounded, { input: { type: "object", properties: { a: { ...schema } } } });

describe("input/bounded", () => {
  it.each([
    { enum: [1, 2], type: "integer" },
    { const: "x", type: "string" },
    { type: "number", exclusiveMinimum: 0, maximum: 1 },
    { type: "string", pattern: "^a$" },
    { type: "boolean" },
    { $ref: "#/$defs/a" },
  ])("accepts %j", (schema) => {
    expect(found(schema)).toEqual([]);
  });

  it("requires bounds for a nullable value too", () => {
    expect(found({ type: ["number", "null"], maximum: 1 })).toHaveLength(1);
  });
});
