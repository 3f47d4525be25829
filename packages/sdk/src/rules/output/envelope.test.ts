import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../../contract/json.ts";
import { remarks } from "../../testing/remarks.ts";
import { outputSchemaOf } from "../../tool/json-schema.ts";
import { outputEnvelope } from "./envelope.ts";

const made = outputSchemaOf(z.strictObject({ celsius: z.number() }));
const [{ output: whole = {} } = {}] = outputEnvelope.good;
const found = (output: JsonSchema) =>
  remarks(outputEnvelope, { output }).map(({ message }) => message);

describe("output/envelope", () => {
  it.each(outputEnvelope.good)("accepts its good example %#", (example) => {
    expect(remarks(outputEnvelope, example)).toEqual([]);
  });

  it.each(outputEnvelope.bad)("reports its bad example %#", (example) => {
    expect(remarks(outputEnvelope, example)).not.toEqual([]);
  });

  it("accepts the envelope made by the SDK", () => {
    expect(found(made)).toEqual([]);
  });

  it("lists the parts missing from bare data", () => {
    expect(found({ type: "object", properties: { data: {} }, required: ["data"] })).toEqual([
      "Declare and require in the result: agentHints, metadata.",
    ]);
  });

  it("rejects an envelope that only the success branch has", () => {
    expect(found({ oneOf: [whole, { type: "object", properties: {} }] })).toEqual([
      "Declare and require in the result: data, agentHints, metadata.",
    ]);
  });

  it("requires every hint, and confidence between 0 and 1", () => {
    const agentHints = {
      type: "object",
      properties: { confidence: { type: "number" } },
      required: ["confidence"],
    };
    const output = {
      allOf: [whole],
      properties: { data: {}, agentHints, metadata: {} },
      required: ["data", "agentHints", "metadata"],
    };

    expect(found({ ...output, allOf: [] })).toEqual([
      expect.stringMatching(/^Declare and require in `agentHints`: suggestedNextActions, /),
      "Bound `confidence` by 0 and 1.",
      expect.stringMatching(/^Declare and require in `metadata`: toolVersion, /),
    ]);
    expect(found(output)).toEqual([]);
  });
});
