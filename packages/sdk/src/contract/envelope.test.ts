import { describe, expect, it } from "vitest";
import { z } from "zod";
import { greetTool } from "../testing/greet-tool.ts";
import { outputSchemaOf } from "../tool/json-schema.ts";
import { dataSchemaIn, envelopeIn } from "./envelope.ts";
import type { JsonSchema } from "./json.ts";

function form(properties: JsonSchema): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}

const whole = form({ data: { type: "object" }, agentHints: {}, metadata: form({ cached: {} }) });

describe("envelopeIn", () => {
  it("finds the envelope of our own tools with its metadata", () => {
    const found = envelopeIn(greetTool.contract.output);

    expect(found?.dataPointer).toBe("/oneOf/0/properties/data");
    expect([...(found?.metadataNames ?? [])]).toEqual(
      expect.arrayContaining(["toolVersion", "traceId", "correlationId", "cached"]),
    );
  });

  it("finds an envelope without alternatives", () => {
    expect(envelopeIn(whole)).toEqual({
      dataPointer: "/properties/data",
      metadataNames: new Set(["cached"]),
    });
  });

  it.each<[string, JsonSchema | undefined]>([
    ["no schema", undefined],
    ["a bare object", form({ data: {}, message: {} })],
    ["optional parts", { ...whole, required: ["data"] }],
    ["failures only", { oneOf: [form({ data: { type: "null" }, agentHints: {}, metadata: {} })] }],
  ])("finds none in %s", (_, schema) => {
    expect(envelopeIn(schema)).toBeUndefined();
  });
});

describe("dataSchemaIn", () => {
  it("returns the schema of the data alone", () => {
    expect(dataSchemaIn(greetTool.contract.output ?? {})).toMatchObject({
      type: "object",
      required: ["greeting"],
    });
  });

  it("moves references within the data, and keeps shared definitions", () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const output = outputSchemaOf(tree);

    const data = dataSchemaIn(output);

    expect(data).toBeDefined();
    expect(JSON.stringify(data)).not.toContain("/oneOf/0");
  });

  it.each<JsonSchema>([
    form({ data: { $ref: "#/properties/metadata" }, agentHints: {}, metadata: {} }),
    form({ data: { $id: "https://a.example/data" }, agentHints: {}, metadata: {} }),
    { ...whole, $defs: {}, properties: { ...whole, data: { $defs: {} } } },
    { type: "object" },
  ])("returns nothing for data that means nothing alone: %j", (output) => {
    expect(dataSchemaIn(output)).toBeUndefined();
  });
});
