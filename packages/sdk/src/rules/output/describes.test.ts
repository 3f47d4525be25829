import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { outputDescribes } from "./describes.ts";

describe("output/describes", () => {
  it.each([
    { title: "Result", description: "Anything" },
    { type: "object", properties: {} },
    { type: ["object", "string"] },
    { type: "array" },
    { type: "array", items: {} },
    { type: "object", additionalProperties: {} },
  ])("finds free-form output behind %j", (output) => {
    expect(remarks(outputDescribes, { output })).toHaveLength(1);
  });

  it.each([
    { oneOf: [{ type: "string" }] },
    { $ref: "#/$defs/a" },
    { type: "integer" },
    { type: "string", enum: ["a"] },
    { type: "array", items: { type: "string" } },
  ])("accepts %j", (output) => {
    expect(remarks(outputDescribes, { output })).toEqual([]);
  });
});
