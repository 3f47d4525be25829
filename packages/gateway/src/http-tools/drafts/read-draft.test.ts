import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { draftOfOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import { draftDigest, operationJson } from "./draft.ts";
import { readDraft } from "./read-draft.ts";

const draft = draftOfOperation(
  {
    parameters: [
      { name: "id", in: "path", schema: { type: "string" } },
      { name: "all", in: "query", schema: { type: "boolean" } },
    ],
    requestBody: { content: { "application/json": { schema: { type: "object" } } } },
    security: [{ key: ["a"] }],
    responses: { 204: {} },
  },
  { verb: "put", path: "/pets/{id}", document: { servers: [{ url: "https://pets.example/v1" }] } },
);

const stored = { tool: draft.tool, operation: operationJson(draft.operation) };

function problemsOf(value: JsonValue): readonly string[] {
  const reading = readDraft(value);
  return reading.kind === "unreadable" ? reading.problems.map(({ pointer }) => pointer) : [];
}

function sentWith(differences: JsonObject): JsonObject {
  return { ...stored, operation: { ...stored.operation, ...differences } };
}

describe("readDraft", () => {
  it("restores an imported draft with the same digest", () => {
    const reading = readDraft(stored);

    expect(reading.kind === "draft" && draftDigest(reading.draft)).toBe(draftDigest(draft));
  });

  it.each([
    [{ method: "TRACE" }, ["/operation/method"]],
    [{ retries: 3 }, ["/operation"]],
    [{ base: { origin: "https://user@pets.example", path: "" } }, ["/operation/base/origin"]],
    [{ base: { path: "v1" } }, ["/operation/base/path"]],
    [{ base: { path: "/v1/.." } }, ["/operation/base/path"]],
    [{ base: { path: "/v1/{id}" } }, ["/operation/base/path"]],
    [{ base: { path: "/v1//a" } }, ["/operation/base/path"]],
    [{ texts: [{ place: "header", name: "X: y", text: "z" }] }, ["/operation/texts/0"]],
    [{ body: { contentType: "text/plain\r\nX: y" } }, ["/operation/body/contentType"]],
    [{ security: [[{ scheme: "a\u200b", scopes: [] }]] }, ["/operation/security/0/0/scheme"]],
  ])("refuses unknown parts of a draft: %j", (differences, places) => {
    expect(problemsOf(sentWith(differences))).toEqual(places);
  });

  it.each(["/pets", "/pets/{id}/{other}", "/pets/../{id}", "/pets/{id}?all=1", "pets/{id}"])(
    "refuses the path %s",
    (path) => {
      expect(problemsOf(sentWith({ path }))).toEqual(["/operation/path"]);
    },
  );

  it.each(["", "a b", "a/b", "a\0b", "n".repeat(129), 5])("refuses the name %j", (name) => {
    expect(problemsOf({ ...stored, tool: { ...stored.tool, name } })).toEqual(["/tool/name"]);
  });

  it("refuses to send undeclared arguments", () => {
    const extra = { place: "query", name: "admin", style: "form", explode: true };
    const parameters = [...draft.operation.parameters.map((each) => ({ ...each })), extra];

    expect(problemsOf(sentWith({ parameters }))).toEqual(["/operation/parameters/2"]);
  });

  it("refuses declared arguments that are not sent", () => {
    const parameters = draft.operation.parameters.slice(0, 1).map((each) => ({ ...each }));
    const { body: _body, ...bodiless } = stored.operation;

    expect(problemsOf(sentWith({ parameters }))).toEqual([
      "/tool/inputSchema/properties/query/properties/all",
    ]);
    expect(problemsOf({ ...stored, operation: bodiless })).toEqual([
      "/tool/inputSchema/properties/body",
    ]);
  });

  it("refuses a header owned by the connection", () => {
    const schema = { type: "object", properties: { Authorization: { type: "string" } } };
    const header = { place: "header", name: "Authorization", style: "simple", explode: false };

    expect(
      problemsOf({
        tool: { name: "a", inputSchema: { type: "object", properties: { header: schema } } },
        operation: { ...stored.operation, path: "/pets", parameters: [header] },
      }),
    ).toEqual(["/operation/parameters/0"]);
  });

  it.each([null, [], {}, { tool: {} }, { tool: { name: "\ud800" }, operation: {} }])(
    "refuses %j",
    (value) => {
      expect(readDraft(value).kind).toBe("unreadable");
    },
  );
});
