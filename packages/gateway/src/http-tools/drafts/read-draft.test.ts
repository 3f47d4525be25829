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

  const posted = {
    tool: {
      name: "a",
      inputSchema: {
        type: "object",
        properties: { kind: { enum: ["x"] }, text: { type: "string" } },
      },
    },
    operation: {
      method: "POST",
      base: { path: "" },
      path: "/query",
      parameters: [
        { place: "header", name: "X-Text", style: "simple", explode: false, from: "/text" },
      ],
      texts: [{ place: "query", name: "filter", text: { join: ["a", " and kind eq '{kind}'"] } }],
      body: {
        contentType: "application/json",
        template: { query: { join: ["all", " of '{kind}'"] }, options: { top: 1 } },
      },
      response: {
        shape: "object",
        fields: {
          all: "/count",
          things: { each: "/value", take: { id: "/id" } },
          costs: { table: { columns: "/c", rows: "/r" }, take: { a: "A", b: ["B", "C"] } },
        },
        empty: { things: [] },
      },
      paging: {
        items: "/value",
        next: { kind: "body-cursor", pointer: "/next", body: "/options/cursor" },
        maxPages: 2,
        maxItems: 9,
      },
      polling: {
        header: "X-State",
        status: "/s",
        done: ["ok"],
        final: "/at",
        maxPolls: 3,
        or: [{ header: "Location", reread: true }],
      },
      security: [],
    },
  };

  const differing = (differences: JsonObject): JsonObject => ({
    ...posted,
    operation: { ...posted.operation, ...differences },
  });

  it("restores every form of a request and its result", () => {
    const reading = readDraft(posted);

    expect(reading.kind === "draft" ? operationJson(reading.draft.operation) : reading).toEqual(
      posted.operation,
    );
  });

  it("has another digest for every other form", () => {
    const { fields } = posted.operation.response;
    const next = { kind: "body-cursor", pointer: "/next", body: "/cursor" };
    const digests = [
      {},
      {
        texts: [{ place: "query", name: "filter", text: { join: ["a ", "and kind eq '{kind}'"] } }],
      },
      { response: { shape: "object", fields, empty: {} } },
      {
        response: { shape: "object", fields: { ...fields, things: { each: "/value", take: {} } } },
      },
      { paging: { ...posted.operation.paging, next } },
      { polling: { header: "Location", maxPolls: 3 } },
      { polling: { header: "Location", maxPolls: 3, reread: true } },
      { period: { from: "/kind", to: "/text", maxDays: 3 } },
      { polling: { header: "Location", maxPolls: 3, or: [{ header: "X-State" }] } },
    ].map((differences) => {
      const reading = readDraft(differing(differences));
      return reading.kind === "draft" ? draftDigest(reading.draft) : reading;
    });

    expect(digests.filter((digest) => typeof digest !== "string")).toEqual([]);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each<[JsonObject, string]>([
    [
      { texts: [{ place: "query", name: "filter", text: { join: ["a", " {text}"] } }] },
      "/operation/texts/0",
    ],
    [
      { texts: [{ place: "query", name: "filter", text: { join: ["{kind}"] } }] },
      "/operation/texts/0",
    ],
    [
      { body: { contentType: "application/json", template: { q: { join: ["a '", "' {kind}"] } } } },
      "/operation/body/template/q",
    ],
    [
      { body: { contentType: "application/json", template: { options: [], k: "{kind}" } } },
      "/operation/paging/next/body",
    ],
    [{ polling: { header: "Location", status: "/s", maxPolls: 3 } }, "/operation/polling"],
    [
      { polling: { header: "a", maxPolls: 3, or: [{ header: "b", status: "/s" }] } },
      "/operation/polling/or/0",
    ],
    [{ period: { from: "/kind", to: "/none", maxDays: 3 } }, "/operation/period"],
    [{ polling: { header: "A B", maxPolls: 3 } }, "/operation/polling/header"],
    [{ polling: { header: "Location", final: "", maxPolls: 3 } }, "/operation/polling/final"],
    [
      { response: { shape: "object", fields: { a: { each: "value", take: {} } } } },
      "/operation/response/fields/a/each",
    ],
  ])("refuses wrong forms of a request: %j", (differences, place) => {
    expect(problemsOf(differing(differences))).toEqual([place]);
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
