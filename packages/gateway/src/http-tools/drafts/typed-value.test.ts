import { describe, expect, it } from "vitest";
import { isPlainText, isTyped } from "./typed-value.ts";

describe("typed values", () => {
  it.each([
    { type: "integer" },
    { type: "number", minimum: 0 },
    { type: "boolean" },
    { enum: ["open", "it's (done)"] },
    { const: "x" },
    { type: "string", format: "date" },
    { type: "string", format: "uuid" },
    { type: "string", pattern: "^[a-z0-9-]{1,40}$" },
    { type: "string", pattern: String.raw`^\d{4}(?:-\d{2})?$` },
    { type: "string", pattern: "^(?:asc|desc)$" },
    { type: "array", items: { enum: ["a", "b"] } },
    { type: ["integer", "null"] },
    { type: ["string", "null"], format: "date" },
  ])("isTyped accepts %j", (schema) => {
    expect(isTyped(schema)).toBe(true);
  });

  it.each([
    undefined,
    true,
    {},
    { type: "string" },
    { type: "string", maxLength: 10 },
    { type: "string", format: "uri" },
    { type: "string", pattern: "^.+$" },
    { type: "string", pattern: "[a-z]+" },
    { type: "string", pattern: "^[^']+$" },
    { type: "string", pattern: "^asc|desc$" },
    { type: "string", pattern: "^(?:a|b$" },
    { type: "string", pattern: String.raw`^\S+$` },
    { type: "string", pattern: "^[a-z']+$" },
    { type: "string", pattern: "^[ -~]+$" },
    { type: "string", pattern: "^[+-9]+$" },
    { type: "string", pattern: "^[A-z]+$" },
    { type: "array", items: { type: "string" } },
    { type: "object" },
    { type: ["string", "integer"] },
    { type: ["string", "null"] },
    { type: ["null"] },
    { type: [] },
  ])("isTyped rejects %j", (schema) => {
    expect(isTyped(schema)).toBe(false);
  });

  it.each(["' or 1 eq 1", "a|b", "a)", "a\nb", "a,b", 'a"', "a;b", "a=b", "*", "a/b"])(
    "isPlainText rejects %j",
    (text) => {
      expect(isPlainText(text)).toBe(false);
    },
  );
});
