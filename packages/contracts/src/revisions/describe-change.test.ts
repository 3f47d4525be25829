import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import type { ToolChange } from "../comparison/compare-tools.ts";
import { describeChange } from "./describe-change.ts";
import { render } from "./phrase.ts";

function words(change: ToolChange, before: JsonObject, after: JsonObject): string {
  const both = {
    before: contractOf({ server: "crm", tool: tool(before) }),
    after: contractOf({ server: "crm", tool: tool(after) }),
  };
  return render(describeChange(change, both).message, (text) => `<${text}>`);
}

function schema(side: "input" | "output", root: JsonObject): JsonObject {
  return { [`${side}Schema`]: { type: "object", ...root } };
}

function broken(side: "input" | "output", keyword: string, pointer = ""): ToolChange {
  return { kind: "breaking", side, keyword, pointer, witness: {} };
}

const [a, ab] = [{ a: {} }, { a: {}, b: {} }];

describe("describeChange", () => {
  it.each<[string, ToolChange, JsonObject, JsonObject, string]>([
    [
      "what must be given",
      broken("input", "required"),
      schema("input", { required: ["a"] }),
      schema("input", { required: ["a", "b"] }),
      "Now must be given: <b>.",
    ],
    [
      "what may be missing",
      broken("output", "required"),
      schema("output", { required: ["a", "b"] }),
      schema("output", {}),
      "May now be missing: <a>, <b>.",
    ],
    [
      "a key that is gone",
      broken("input", "additionalProperties"),
      schema("input", { properties: ab, additionalProperties: false }),
      schema("input", { properties: a, additionalProperties: false }),
      "No longer taken: <b>.",
    ],
    [
      "a key that may come",
      broken("output", "additionalProperties"),
      schema("output", { properties: a, additionalProperties: false }),
      schema("output", { properties: ab, additionalProperties: false }),
      "May now be answered: <b>.",
    ],
    [
      "an open object that is closed",
      broken("input", "additionalProperties"),
      schema("input", { properties: a }),
      schema("input", { properties: a, additionalProperties: false }),
      "Keys that it does not name are no longer taken as they were.",
    ],
    [
      "a choice that is gone",
      broken("input", "enum", "/properties/a"),
      schema("input", { properties: { a: { enum: ["x", 1] } } }),
      schema("input", { properties: { a: { enum: [1] } } }),
      'No longer taken: <"x">.',
    ],
    [
      "a limit",
      broken("input", "maxLength", "/properties/a"),
      schema("input", { properties: { a: { maxLength: 9 } } }),
      schema("input", { properties: { a: { maxLength: 5 } } }),
      "<maxLength> is now <5> and was <9>.",
    ],
    [
      "a limit that is new",
      broken("input", "pattern", "/properties/a"),
      schema("input", { properties: a }),
      schema("input", { properties: { a: { pattern: "^x" } } }),
      '<pattern> is now <"^x">.',
    ],
    [
      "a promise that is gone",
      broken("output", "maximum", "/properties/a"),
      schema("output", { properties: { a: { maximum: 9 } } }),
      schema("output", { properties: a }),
      "<maximum> is no longer there and was <9>.",
    ],
    [
      "what nobody could decide",
      { kind: "unproven", side: "input", keyword: "not", pointer: "" },
      schema("input", {}),
      schema("input", { not: {} }),
      "<not> is now <{}>. Whether that breaks callers could be neither proven nor ruled out.",
    ],
    [
      "new permissions",
      { kind: "widening", what: "permissions" },
      {},
      { _meta: { "dev.toolcourt/contract": { permissions: ["x:write", "weather:read"] } } },
      "It asks for more permissions: <x:write>.",
    ],
  ])("%s", (_, ...[change, before, after, sentence]) => {
    expect(words(change, before, after)).toBe(sentence);
  });

  it("truncates long values", () => {
    const long = schema("input", { properties: { a: { pattern: "x".repeat(1_000) } } });

    const text = words(broken("input", "pattern", "/properties/a"), schema("input", {}), long);

    expect(text.length).toBeLessThan(120);
  });
});
