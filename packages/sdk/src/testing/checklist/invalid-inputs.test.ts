import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { invalidInputs } from "./invalid-inputs.ts";

function flaws(schema: JsonObject, valid: JsonObject): Readonly<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { flaw, input } of invalidInputs(schema, valid)) {
    (found[flaw] ??= []).push(input);
  }
  return found;
}

describe("invalidInputs", () => {
  it("omits, mistypes and exceeds each member", () => {
    const schema = {
      type: "object",
      properties: {
        name: { type: "string", minLength: 2, maxLength: 3 },
        age: { type: "integer", minimum: 0, exclusiveMaximum: 150 },
      },
      required: ["name"],
      additionalProperties: false,
    };

    expect(flaws(schema, { name: "Al", age: 7 })).toEqual({
      "no object": ["text"],
      "unknown key at /": [{ name: "Al", age: 7, "x-unknown": true }],
      "missing /name": [{ age: 7 }],
      "wrong type at /name": [{ name: 12_345, age: 7 }],
      "out of bounds at /name": [
        { name: "x", age: 7 },
        { name: "xxxx", age: 7 },
      ],
      "wrong type at /age": [{ name: "Al", age: "text" }],
      "out of bounds at /age": [
        { name: "Al", age: -1 },
        { name: "Al", age: 150 },
      ],
    });
  });

  it("descends into objects and lists of the valid input", () => {
    const schema = {
      type: "object",
      properties: {
        where: { type: "object", properties: {}, additionalProperties: false },
        tags: { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } },
        kind: { type: "string", enum: ["a"] },
      },
    };

    const found = flaws(schema, { where: {}, tags: ["t"], kind: "a" });

    expect(found["unknown key at /where"]).toHaveLength(1);
    expect(found["out of bounds at /tags"]).toMatchObject([
      { tags: [] },
      { tags: ["t", "t", "t"] },
    ]);
    expect(found["out of bounds at /kind"]).toHaveLength(1);
  });

  it("skips members that the schema does not constrain", () => {
    const schema = { type: "object", properties: { any: {}, some: { type: ["string", "null"] } } };

    expect(flaws(schema, {})).toEqual({ "no object": ["text"] });
  });
});
