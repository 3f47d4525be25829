import { draftOfOperation, importedOperation, schemaOf } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";

const schema = { type: "object", properties: { name: { type: "string" } } };

describe("the body import", () => {
  it.each([
    [["text/plain", "application/json"], "application/json"],
    [["multipart/form-data", "application/vnd.pets+json"], "application/vnd.pets+json"],
    [["*/*"], "application/json"],
    [["text/plain; utf-8"], "text/plain"],
    [
      ["multipart/form-data", "application/x-www-form-urlencoded"],
      "application/x-www-form-urlencoded",
    ],
  ])("selects the best media type of %j", (offered, contentType) => {
    const content = Object.fromEntries(offered.map((type) => [type, { schema }]));
    const { operation } = draftOfOperation({ requestBody: { content } }, { verb: "post" });

    expect(operation.body).toEqual({ contentType });
  });

  it("leaves out a body without a usable media type, unless it is required", () => {
    const content = { "application/octet-stream": {} };
    const optional = draftOfOperation({ requestBody: { content } }, { verb: "post" });
    const required = { requestBody: { required: true, content } };

    expect(optional.operation.body).toBeUndefined();
    expect(optional.notes).toHaveLength(1);
    expect(importedOperation(required, { verb: "post" }).notImported).toHaveLength(1);
  });

  it("leaves out the body of a reading method, unless it is required", () => {
    const content = { "application/json": { schema } };

    expect(draftOfOperation({ requestBody: { content } }).operation.body).toBeUndefined();
    expect(
      importedOperation({ requestBody: { required: true, content } }).notImported,
    ).toHaveLength(1);
  });

  it("does not ask for read-only fields", () => {
    const properties = { id: { type: "string", readOnly: true }, name: { type: "string" } };
    const body = { type: "object", properties, required: ["id", "name"] };
    const requestBody = { content: { "application/json": { schema: body } } };

    expect(
      schemaOf(draftOfOperation({ requestBody }, { verb: "post" }), "inputSchema"),
    ).toMatchObject({ properties: { body: { required: ["name"], additionalProperties: false } } });
  });

  it("combines form fields of 2.0 into an object", () => {
    const parameters = [
      { name: "name", in: "formData", type: "string", required: true },
      { name: "photo", in: "formData", type: "file" },
    ];
    const draft = draftOfOperation({ parameters }, { verb: "post", document: { swagger: "2.0" } });

    expect(draft.operation.body).toEqual({ contentType: "multipart/form-data" });
    expect(schemaOf(draft, "inputSchema")).toEqual({
      type: "object",
      properties: {
        body: {
          type: "object",
          properties: {
            name: { type: "string" },
            photo: { type: "string", format: "binary" },
          },
          required: ["name"],
          additionalProperties: false,
        },
      },
      required: ["body"],
      additionalProperties: false,
    });
  });

  it.each([
    [["application/xml"], undefined],
    [["application/xml", "application/json"], "application/json"],
    [[], "application/json"],
  ])("uses the media type that a 2.0 operation consumes: %j", (consumes, contentType) => {
    const parameters = [{ name: "pet", in: "body", schema }];
    const document = { swagger: "2.0", consumes };
    const { drafts } = importedOperation({ parameters }, { verb: "post", document });

    expect(drafts[0]?.operation.body?.contentType).toBe(contentType);
  });
});
