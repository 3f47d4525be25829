import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { schemaOf } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import type { Draft } from "../draft.ts";
import { type FilesBeside, readFilesBeside } from "./beside.ts";
import { importOpenApi } from "./import-openapi.ts";

const types = "common-types/resource-management/v5/types.json";
const toTypes = `../../../../../${types}`;

const listed = {
  operationId: "Widgets_List",
  description: "Lists the widgets of a subscription.",
  parameters: [
    { $ref: `${toTypes}#/parameters/SubscriptionIdParameter` },
    { $ref: `${toTypes}#/parameters/ApiVersionParameter` },
  ],
  responses: {
    200: { description: "The widgets.", schema: { $ref: "#/definitions/WidgetList" } },
    default: { description: "No.", schema: { $ref: `${toTypes}#/definitions/ErrorResponse` } },
  },
  "x-ms-pageable": { nextLinkName: "nextLink" },
  "x-ms-examples": { One: { $ref: "./examples/one.json" } },
} satisfies JsonObject;

/** A document as Resource Manager writes them. */
function documentOf(operation: JsonObject, verb = "get"): string {
  return JSON.stringify({
    swagger: "2.0",
    info: { title: "Widgets", version: "2024-04-01" },
    host: "management.azure.com",
    schemes: ["https"],
    consumes: ["application/json"],
    produces: ["application/json"],
    security: [{ azure_auth: ["user_impersonation"] }],
    securityDefinitions: { azure_auth: { type: "oauth2", flow: "implicit" } },
    paths: {
      "/subscriptions/{subscriptionId}/providers/Contoso.Widgets/widgets": { [verb]: operation },
    },
    definitions: {
      Widget: { allOf: [{ $ref: `${toTypes}#/definitions/Resource` }] },
      WidgetList: {
        type: "object",
        properties: {
          value: { type: "array", items: { $ref: "#/definitions/Widget" } },
          nextLink: { type: "string" },
        },
      },
    },
  });
}

const files: Readonly<Record<string, JsonObject>> = {
  [types]: {
    swagger: "2.0",
    definitions: {
      Resource: {
        type: "object",
        properties: { id: { type: "string" }, kind: { $ref: "./kinds.json#/definitions/Kind" } },
      },
      ErrorResponse: { type: "object" },
    },
    parameters: {
      SubscriptionIdParameter: {
        name: "subscriptionId",
        in: "path",
        required: true,
        type: "string",
        format: "uuid",
        description: "The subscription.",
      },
      ApiVersionParameter: {
        name: "api-version",
        in: "query",
        required: true,
        type: "string",
        minLength: 1,
      },
    },
  },
  "common-types/resource-management/v5/kinds.json": {
    definitions: { Kind: { type: "string", enum: ["small", "large"] } },
  },
};

function readFile(path: string): Promise<string | undefined> {
  const file = files[path];
  return Promise.resolve(file && JSON.stringify(file));
}

async function imported(text: string, beside?: FilesBeside) {
  const found = beside ?? (await readFilesBeside(text, readFile));
  const reading = importOpenApi(text, { from: "widgets.json", beside: found });
  if (reading.kind === "unreadable") throw new Error(reading.reason);
  return reading;
}

async function draftOf(operation: JsonObject, verb = "get"): Promise<Draft> {
  const { drafts, notImported } = await imported(documentOf(operation, verb));
  const [draft] = drafts;
  if (draft === undefined) throw new Error(JSON.stringify(notImported));
  return draft;
}

describe("files beside a document", () => {
  it("are read below its folder only, and those that they refer to", async () => {
    const asked: string[] = [];
    const text = JSON.stringify({
      a: { $ref: `${toTypes}#/definitions/Resource` },
      b: { $ref: "/etc/passwd#/x" },
      c: { $ref: "file:///etc/passwd#/x" },
      d: { $ref: "https://evil.example/x.json#/x" },
      e: { $ref: String.raw`..\..\x.json#/x` },
      f: { $ref: "%2e%2e/x.json#/x" },
      "x-ms-examples": { $ref: "./examples/one.json" },
    });

    const found = await readFilesBeside(text, (path) => {
      asked.push(path);
      return readFile(path);
    });

    expect(asked).toEqual([types, "common-types/resource-management/v5/kinds.json"]);
    expect([...found.keys()]).toEqual(asked);
  });

  it("become part of the document, and are named with their digests", async () => {
    const { drafts, notes } = await imported(documentOf(listed));

    const output = JSON.stringify(drafts.map((draft) => schemaOf(draft, "outputSchema")));
    expect(output).toContain('"enum":["small","large"]');
    expect(notes.map(({ pointer }) => pointer)).toEqual([
      types,
      "common-types/resource-management/v5/kinds.json",
    ]);
    expect(notes[0]?.message).toMatch(/^This file beside the document was read: [0-9a-f]{64}\.$/);
  });

  it("that are missing leave only their operations out", async () => {
    const { drafts, notImported } = await imported(documentOf(listed), new Map());

    expect(drafts).toEqual([]);
    expect(notImported.map(({ reason }) => reason)).toEqual([
      "The reference leads out of the document.",
    ]);
  });

  it("stop at fifty, so that a chain of files has an end", async () => {
    const found = await readFilesBeside('{"$ref": "1.json#/x"}', async (path) => {
      const next = Number(/\d+/.exec(path)?.[0] ?? 0) + 1;
      return JSON.stringify({ $ref: `${next}.json#/x` });
    });

    expect(found.size).toBe(50);
  });
});

/** A query whose request body has these members. */
function queried(properties: JsonObject, nextLinkName: string): JsonObject {
  const body = { name: "query", in: "body", schema: { type: "object", properties } };
  const parameters = [...listed.parameters, body];
  return { ...listed, parameters, "x-ms-pageable": { nextLinkName } };
}

/** An operation that ends after its answer. */
function long(via?: string): JsonObject {
  const { "x-ms-pageable": _pages, ...plain } = listed;
  return {
    ...plain,
    "x-ms-long-running-operation": true,
    ...(via && { "x-ms-long-running-operation-options": { "final-state-via": via } }),
  };
}

describe("a document of Resource Manager", () => {
  it("has its version fixed, which no caller sets", async () => {
    const { operation, tool } = await draftOf(listed);

    expect(operation.texts).toEqual([{ place: "query", name: "api-version", text: "2024-04-01" }]);
    expect(operation.parameters.map(({ name }) => name)).toEqual(["subscriptionId"]);
    expect(JSON.stringify(tool)).not.toContain("api-version");
  });

  it.each([
    [{ enum: ["2020-01-01"] }, 1],
    [{ enum: ["2020-01-01", "2024-04-01"] }, 0],
  ])("keeps a version that the document does not describe: %j", async (more, kept) => {
    const parameter = { name: "api-version", in: "query", required: true, type: "string", ...more };
    const parameters = [...listed.parameters.slice(0, 1), parameter];
    const { operation } = await draftOf({ ...listed, parameters });

    expect(operation.parameters.filter(({ place }) => place === "query")).toHaveLength(kept);
  });

  it("pages by its link, and says in the result how much was read", async () => {
    const draft = await draftOf(listed);

    expect(draft.operation.paging).toEqual({
      items: "/value",
      next: { kind: "link", pointer: "/nextLink" },
      maxPages: 10,
      maxItems: 1_000,
    });
    expect(schemaOf(draft, "outputSchema")).toMatchObject({
      properties: { paging: { required: ["pages", "items", "complete"] } },
    });
  });

  it.each([
    [{ nextLinkName: null }, "get", undefined],
    [
      { nextLinkName: "nextLink" },
      "put",
      "Only the first page is read: this is no list of a GET or POST.",
    ],
  ])("does not page by %j with %s", async (pageable, verb, note) => {
    const draft = await draftOf({ ...listed, "x-ms-pageable": pageable }, verb);

    expect(draft.operation.paging).toBeUndefined();
    expect(draft.notes.map(({ message }) => message).includes(note ?? "")).toBe(note !== undefined);
  });

  const token = { $skipToken: { type: "string" } };

  it.each<[string, JsonObject, JsonObject]>([
    ["nextLink", {}, { kind: "link", pointer: "/nextLink" }],
    ["$skipToken", {}, { kind: "link", pointer: "/$skipToken" }],
    ["$skipToken", token, { kind: "body-cursor", pointer: "/$skipToken", body: "/$skipToken" }],
    [
      "$skipToken",
      { query: { type: "string" }, options: { type: "object", properties: token } },
      { kind: "body-cursor", pointer: "/$skipToken", body: "/options/$skipToken" },
    ],
    [
      "$skipToken",
      { ...token, options: { type: "object", properties: token } },
      { kind: "link", pointer: "/$skipToken" },
    ],
  ])("pages a POST by %s, with a body of %j", async (name, properties, next) => {
    const draft = await draftOf(queried(properties, name), "post");

    expect(draft.operation.paging).toEqual({
      items: "/value",
      next,
      maxPages: 10,
      maxItems: 1_000,
    });
    expect(draft.notes.map(({ message }) => message)).toContain(
      "Further pages repeat the request. They are read once a reviewer gives it the effect `read`.",
    );
    // The effect is the reviewer's, whatever the document says.
    expect(draft.tool).toMatchObject({ annotations: { readOnlyHint: false } });
  });

  const states = {
    status: "/status",
    done: ["Succeeded"],
    failed: ["Failed", "Canceled", "Cancelled"],
  };
  const headers = ["Azure-AsyncOperation", "Operation-Location"];
  const resource = { ...states, status: "/properties/provisioningState" };

  it.each([
    ["put", undefined, { reread: true }],
    ["patch", undefined, { reread: true }],
    ["patch", "location", { final: "Location" }],
    ["put", "azure-async-operation", {}],
    ["post", undefined, { final: "Location" }],
    ["post", "location", { final: "Location" }],
    ["post", "original-uri", { reread: true }],
    ["post", "operation-location", {}],
    ["post", "somewhere", { final: "Location" }],
    ["delete", undefined, {}],
  ] as const)("polls a %s with the final state via %s", async (verb, via, result) => {
    const { operation, notes } = await draftOf(long(via), verb);
    const [first, second] = headers.map((header) => ({ header, ...states, ...result }));
    const byLink = { header: "Location", ...("reread" in result && result) };
    const own = verb === "put" || verb === "patch" ? [resource] : [];

    expect(operation.polling).toEqual({ ...first, maxPolls: 30, or: [second, byLink, ...own] });
    expect(notes.map(({ message }) => message)).toContain(
      "The call polls the target until this operation has ended.",
    );
  });

  it("reads no result of a long operation that has none", async () => {
    const responses = { 202: { description: "Accepted." } };
    const { operation } = await draftOf({ ...long(), responses }, "post");

    expect(operation.polling).not.toHaveProperty("final");
  });

  it("keeps its digest, whatever lies beside it", async () => {
    const text = documentOf(listed);
    const [draft] = (await imported(text)).drafts;
    const [again] = (await imported(JSON.stringify(parseJson(text)))).drafts;

    expect(draft?.provenance.documentDigest).toBe(again?.provenance.documentDigest);
  });
});
