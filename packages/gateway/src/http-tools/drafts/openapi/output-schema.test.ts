import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { draftOfOperation, schemaOf } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import type { Draft } from "../draft.ts";

function answering(responses: JsonObject, document: JsonObject = {}): Draft {
  return draftOfOperation({ responses }, { document });
}

function json(schema: JsonValue): JsonObject {
  return { content: { "application/json": { schema } } };
}

const named = (title: string): JsonObject => ({ type: "object", title });

describe("the response import", () => {
  it("selects the first success with a schema", () => {
    const draft = answering({
      default: json(named("failure")),
      404: json(named("missing")),
      202: json(named("later")),
      201: json(named("made")),
      204: {},
    });

    expect(schemaOf(draft, "outputSchema")).toEqual(named("made"));
    expect(draft.operation.response).toEqual({ contentType: "application/json", shape: "object" });
  });

  it.each([
    [{ type: "array", items: {} }],
    [{ type: ["object", "null"] }],
    [{ oneOf: [{ type: "object" }, { type: "string" }] }],
    [{}],
  ])("wraps an answer that may not be an object: %j", (schema) => {
    const draft = answering({ 200: json(schema) });

    expect(schemaOf(draft, "outputSchema")).toEqual({
      type: "object",
      properties: { result: schema },
      required: ["result"],
      additionalProperties: false,
    });
    expect(draft.operation.response?.shape).toBe("result");
  });

  it.each([
    [{ allOf: [{ description: "d" }, { type: "object" }] }],
    [{ anyOf: [{ type: "object" }, { properties: {} }] }],
  ])("recognizes an object by its parts: %j", (schema) => {
    const draft = answering({ 200: json(schema) });

    expect(schemaOf(draft, "outputSchema")).toEqual({ ...schema, type: "object" });
  });

  it("prefers the media type with a schema to one with examples", () => {
    const content = {
      "application/json": { examples: {} },
      "application/json; charset=utf-8": { schema: named("pet") },
    };

    expect(schemaOf(answering({ 200: { content } }), "outputSchema")).toEqual(named("pet"));
  });

  it("returns an empty object without content", () => {
    const draft = answering({ 204: { description: "Done" } });

    expect(schemaOf(draft, "outputSchema")).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
    expect(draft.operation.response).toEqual({ shape: "nothing" });
  });

  it.each([{}, { 200: { content: { "text/html": {} } } }, { 404: json({}) }])(
    "reports an undescribed answer: %j",
    (responses) => {
      const draft = answering(responses);

      expect(draft.tool).not.toHaveProperty("outputSchema");
      expect(draft.operation.response).toBeUndefined();
    },
  );

  it("leaves out an answer that cannot be imported, with a note", () => {
    const draft = answering({ 200: json({ $ref: "other.json" }) });

    expect(draft.tool).not.toHaveProperty("outputSchema");
    expect(draft.notes).toEqual([
      {
        pointer: "/paths/~1pets/get/responses/200/content/application~1json/schema",
        message: "The output schema is left out. The reference leads out of the document.",
      },
    ]);
  });

  it.each([
    [["application/json"], "application/json"],
    [["text/xml"], undefined],
  ])("uses a media type that a 2.0 operation produces: %j", (produces, contentType) => {
    const draft = answering({ 200: { schema: named("pet") } }, { swagger: "2.0", produces });

    expect(draft.operation.response?.contentType).toBe(contentType);
  });
});
