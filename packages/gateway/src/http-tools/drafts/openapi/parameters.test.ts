import {
  draftOfOperation,
  imported,
  importedOperation,
  schemaOf,
} from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";

const text = { type: "string" };

describe("the parameters of an operation", () => {
  it("override path parameters of the same name and place", () => {
    const shared = { name: "q", in: "query", schema: text };
    const [draft] = imported({
      paths: {
        "/a": {
          parameters: [shared, { ...shared, in: "header" }],
          get: { parameters: [{ ...shared, required: true, schema: { type: "integer" } }] },
        },
      },
    }).drafts;

    expect(draft?.tool["inputSchema"]).toMatchObject({
      properties: {
        query: { properties: { q: { type: "integer" } }, required: ["q"] },
        header: { properties: { q: { type: "string" } } },
      },
      required: ["query"],
    });
  });

  it.each([
    "Authorization",
    "cookie",
    "HOST",
    "Content-Length",
    "X-Forwarded-For",
    "Proxy-Any",
    "Accept-Encoding",
    "X-Original-URL",
    "X-Real-IP",
  ])("exclude the header %s", (name) => {
    const draft = draftOfOperation({
      parameters: [{ name, in: "header", required: true, schema: text }],
    });

    expect(draft.operation.parameters).toEqual([]);
    expect(draft.notes.map(({ pointer }) => pointer)).toEqual(["/paths/~1pets/get/parameters/0"]);
  });

  it.each([
    [
      {
        components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
      },
    ],
    [
      {
        swagger: "2.0",
        securityDefinitions: { key: { type: "apiKey", in: "query", name: "api_key" } },
      },
    ],
  ])("exclude the key of a security scheme", (document) => {
    const parameters = [{ name: "api_key", in: "query", schema: text }];

    expect(draftOfOperation({ parameters }, { document }).operation.parameters).toEqual([]);
  });

  it.each(["token", "access_token", "client_secret", "password"])(
    "exclude parameters that can only be a secret: %s",
    (name) => {
      const parameters = [{ name, in: "query", required: true, schema: text }];

      const draft = draftOfOperation({ parameters });

      expect(draft.operation.parameters).toEqual([]);
      expect(draft.notes).toHaveLength(1);
    },
  );

  it.each(["page_token", "nextToken", "continuation_token", "max_tokens", "cursor"])(
    "keep parameters that only sound like a secret: %s",
    (name) => {
      const draft = draftOfOperation({ parameters: [{ name, in: "query", schema: text }] });

      expect(draft.operation.parameters).toHaveLength(1);
    },
  );

  it("exclude cookies, unless they are required", () => {
    const cookie = { name: "c", in: "cookie", schema: text };

    expect(draftOfOperation({ parameters: [cookie] }).notes).toHaveLength(1);
    expect(
      importedOperation({ parameters: [{ ...cookie, required: true }] }).notImported,
    ).toHaveLength(1);
  });

  it.each([
    [{ in: "query" }, { style: "form", explode: true }],
    [
      { in: "query", explode: false },
      { style: "form", explode: false },
    ],
    [
      { in: "query", style: "deepObject", explode: true },
      { style: "deepObject", explode: true },
    ],
    [{ in: "header" }, { style: "simple", explode: false }],
    [
      { in: "query", content: { "application/json": { schema: text } } },
      { style: "json", explode: false },
    ],
  ])("are sent in their own style: %j", (parameter, sent) => {
    const { operation } = draftOfOperation({ parameters: [{ name: "p", ...parameter }] });

    expect(operation.parameters).toEqual([expect.objectContaining(sent)]);
  });

  it.each([
    ["csv", { style: "form", explode: false }],
    ["multi", { style: "form", explode: true }],
    ["ssv", { style: "spaceDelimited", explode: false }],
    ["pipes", { style: "pipeDelimited", explode: false }],
  ])("are sent in the collection format of 2.0: %s", (collectionFormat, sent) => {
    const parameter = { name: "p", in: "query", type: "array", items: text, collectionFormat };
    const document = { swagger: "2.0" };

    expect(
      draftOfOperation({ parameters: [parameter] }, { document }).operation.parameters,
    ).toEqual([expect.objectContaining(sent)]);
  });

  it.each([
    { name: "p", in: "header", style: "deepObject" },
    { name: "p", in: "query", style: "own" },
    { name: "p\r\nX: y", in: "header" },
    { name: "p\u200b", in: "query" },
    { name: "", in: "query" },
    { name: "p" },
  ])("are refused in an unknown style: %j", (parameter) => {
    expect(importedOperation({ parameters: [parameter] }).notImported).toHaveLength(1);
  });

  it("match the template of the path", () => {
    const parameters = [
      { name: "id", in: "path", schema: text },
      { name: "other", in: "path", schema: text },
    ];
    const draft = draftOfOperation({ parameters }, { path: "/pets/{id}" });

    expect(draft.operation.parameters.map(({ name }) => name)).toEqual(["id"]);
    expect(draft.notes).toHaveLength(1);
  });

  it("keep their description next to the schema", () => {
    const parameter = { name: "p", in: "query", description: "d", example: 1, deprecated: true };
    const draft = draftOfOperation({ parameters: [parameter] });

    expect(schemaOf(draft, "inputSchema")).toMatchObject({
      properties: {
        query: { properties: { p: { description: "d", examples: [1], deprecated: true } } },
      },
    });
  });

  it("are limited to 500", () => {
    const parameters = Array.from({ length: 501 }, (_, index) => ({
      name: `p${index}`,
      in: "query",
    }));

    expect(importedOperation({ parameters }).notImported).toHaveLength(1);
  });
});
