import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../../contract/json.ts";
import { misfits } from "./fit.ts";

function pointers(value: JsonValue, schema: JsonSchema) {
  return misfits(value, schema).map(({ pointer }) => pointer);
}

describe("misfits", () => {
  it.each<[JsonValue, string]>([
    ["a", "string"],
    [1, "integer"],
    [1.5, "number"],
    [true, "boolean"],
    [null, "null"],
    [[], "array"],
    [{}, "object"],
  ])("%j is of type %s", (value, type) => {
    expect(pointers(value, { type })).toEqual([]);
    expect(pointers(value, { type: ["null", type] })).toEqual([]);
  });

  it.each<[JsonValue, string]>([
    [1.5, "integer"],
    ["1", "number"],
    [null, "object"],
    [[], "object"],
    [{}, "array"],
  ])("%j is not of type %s", (value, type) => {
    expect(pointers(value, { type })).toEqual([""]);
  });

  it("finds missing keys, unknown keys and wrong types", () => {
    const schema = {
      properties: { id: { type: "string" }, size: { enum: ["s", "m"] } },
      required: ["id", "owner"],
      additionalProperties: false,
    };

    expect(pointers({ id: 1, size: "xl", "a/b": 1 }, schema)).toEqual([
      "/owner",
      "/a~1b",
      "/id",
      "/size",
    ]);
  });

  it("follows local references", () => {
    const schema = {
      $ref: "#/$defs/card",
      $defs: { card: { properties: { id: { $ref: "#/$defs/id" } } }, id: { type: "string" } },
    };

    expect(pointers({ id: 1 }, schema)).toEqual(["/id"]);
  });

  it("does not require an example to set defaults or host-injected values", () => {
    const properties = { days: { default: 1 }, trace: { "x-host-injected": true } };

    expect(pointers({}, { properties, required: ["days", "trace"] })).toEqual([]);
  });

  it("accepts a value that fits one alternative", () => {
    const schema = { oneOf: [{ required: ["id"] }, { required: ["error"] }] };

    expect(pointers({ error: "lost" }, schema)).toEqual([]);
    expect(pointers({}, schema)).toEqual([""]);
  });

  it.each<JsonSchema>([
    { patternProperties: { "^x": {} }, additionalProperties: false },
    { oneOf: [{ $ref: "#/$defs/elsewhere" }] },
    { required: "id" },
    { properties: [] },
    { enum: [{ other: 1 }] },
  ])("accepts constructs it does not understand: %j", (schema) => {
    expect(pointers({ x: 1 }, schema)).toEqual([]);
  });
});
