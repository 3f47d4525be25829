import { describe, expect, it } from "vitest";
import { closedWhereSafe } from "./closing.ts";

describe("closedWhereSafe", () => {
  it("closes every plain object", () => {
    const schema = { properties: { a: { items: { properties: { b: {} } } } } };

    expect(closedWhereSafe(schema)).toEqual({
      additionalProperties: false,
      properties: { a: { items: { properties: { b: {} }, additionalProperties: false } } },
    });
  });

  it.each([
    { type: "object" },
    { properties: {}, additionalProperties: true },
    { properties: {}, additionalProperties: { type: "string" } },
    { properties: {}, patternProperties: { "^x": {} } },
    { properties: {}, allOf: [{ properties: {} }] },
    { properties: {}, additionalProperties: false },
  ])("leaves alone what it cannot be sure about: %j", (schema) => {
    expect(closedWhereSafe(schema)).toBeUndefined();
  });

  it("closes the branches of a choice, but not the parts of a whole", () => {
    const schema = { oneOf: [{ properties: {} }], allOf: [{ properties: {} }] };

    expect(closedWhereSafe(schema)).toEqual({
      oneOf: [{ properties: {}, additionalProperties: false }],
      allOf: [{ properties: {} }],
    });
  });
});
