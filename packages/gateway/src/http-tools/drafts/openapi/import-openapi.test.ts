import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import {
  draftOfOperation,
  imported,
  importedOperation,
  schemaOf,
} from "@toolcourt/testing/openapi";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftNames, type Imported, importOpenApi } from "./import-openapi.ts";

function countOf(reading: Imported): number {
  return reading.kind === "imported" ? reading.drafts.length + reading.notImported.length : 0;
}

const pet = {
  type: "object",
  properties: { name: { type: "string" }, tag: { type: "string" } },
  required: ["name"],
};

const old: JsonObject = {
  swagger: "2.0",
  host: "pets.example",
  basePath: "/v1/",
  schemes: ["http", "https"],
  definitions: { Pet: pet },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, type: "integer" }],
      put: {
        operationId: "replacePet",
        summary: "Replaces a pet",
        parameters: [
          { name: "tags", in: "query", type: "array", items: { type: "string" } },
          { name: "X-Trace", in: "header", type: "string" },
          { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
        ],
        responses: { 200: { description: "", schema: { $ref: "#/definitions/Pet" } } },
      },
    },
  },
};

const current = (openapi: string): JsonObject => ({
  openapi,
  servers: [{ url: "https://pets.example/v1/" }],
  components: { schemas: { Pet: pet } },
  paths: {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      put: {
        operationId: "replacePet",
        summary: "Replaces a pet",
        parameters: [
          {
            name: "tags",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "string" } },
          },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {
          200: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
    },
  },
});

describe.each([
  { edition: "2.0", document: old },
  { edition: "3.0", document: current("3.0.3") },
  { edition: "3.1", document: current("3.1.1") },
])("an OpenAPI $edition document", ({ edition, document }) => {
  it("becomes a tool with one closed object per parameter place", () => {
    const { drafts, notImported } = imported(document);

    expect(notImported).toEqual([]);
    expect(drafts.map(({ tool }) => tool)).toEqual([
      {
        name: "replacePet",
        description: "Replaces a pet",
        inputSchema: {
          type: "object",
          properties: {
            path: {
              type: "object",
              properties: { id: { type: "integer" } },
              required: ["id"],
              additionalProperties: false,
            },
            query: {
              type: "object",
              properties: { tags: { type: "array", items: { type: "string" } } },
              additionalProperties: false,
            },
            header: {
              type: "object",
              properties: { "X-Trace": { type: "string" } },
              additionalProperties: false,
            },
            body: { $ref: "#/$defs/Pet" },
          },
          required: ["path", "body"],
          additionalProperties: false,
          $defs: { Pet: { ...pet, additionalProperties: false } },
        },
        outputSchema: { type: "object", $ref: "#/$defs/Pet", $defs: { Pet: pet } },
        annotations: {
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: true,
        },
        _meta: { "dev.toolcourt/contract": { effect: "write" } },
      },
    ]);
  });

  it("records the request definition and the provenance", () => {
    const [draft] = imported(document).drafts;

    expect(draft?.operation).toEqual({
      method: "PUT",
      base: { origin: "https://pets.example", path: "/v1" },
      path: "/pets/{id}",
      parameters: [
        { place: "path", name: "id", style: "simple", explode: false },
        { place: "query", name: "tags", style: "form", explode: false },
        { place: "header", name: "X-Trace", style: "simple", explode: false },
      ],
      body: { contentType: "application/json" },
      response: { contentType: "application/json", shape: "object" },
      security: [],
    });
    expect(draft?.provenance.documentDigest).toMatch(/^sha256:[\da-f]{64}$/);
    expect(draft?.provenance).toMatchObject({
      from: "pets.json",
      pointer: "/paths/~1pets~1{id}/put",
      edition,
      title: "Pets",
      version: "1.0",
    });
  });
});

describe("importOpenApi", () => {
  it.each([
    ["get", "read"],
    ["head", "read"],
    ["post", "write"],
    ["patch", "write"],
    ["delete", "destroy"],
  ])("derives the effect from the method: %s", (verb, effect) => {
    const { tool } = draftOfOperation({}, { verb });

    expect(tool["_meta"]).toEqual({ "dev.toolcourt/contract": { effect } });
  });

  it("names an operation by method and path if it has no id", () => {
    expect(draftOfOperation({}, { path: "/pets/all" }).tool["name"]).toBe("get_pets_all");
  });

  it("removes hidden characters from a name, with a note", () => {
    const { tool, notes } = draftOfOperation({ operationId: "list\u200bPets" });

    expect(tool["name"]).toBe("listPets");
    expect(notes.map(({ pointer }) => pointer)).toEqual(["/paths/~1pets/get/operationId"]);
  });

  it("keeps a description unchanged, for the rules to judge", () => {
    expect(draftOfOperation({ summary: "a\u200bb", description: "c" }).tool["description"]).toBe(
      "a\u200bb\n\nc",
    );
  });

  it("keeps a recursive schema finite", () => {
    const Node = { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } };
    const schema = { $ref: "#/components/schemas/Node" };
    const draft = draftOfOperation(
      { responses: { 200: { content: { "application/json": { schema } } } } },
      { document: { components: { schemas: { Node } } } },
    );

    expect(schemaOf(draft, "outputSchema")["$defs"]).toEqual({
      Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } },
    });
  });

  it("bundles only the referenced definitions", () => {
    const schemas = { A: { $ref: "#/components/schemas/B" }, B: { type: "string" }, C: {} };
    const schema = { type: "object", properties: { a: { $ref: "#/components/schemas/A" } } };
    const draft = draftOfOperation(
      { responses: { 200: { content: { "application/json": { schema } } } } },
      { document: { components: { schemas } } },
    );

    expect(schemaOf(draft, "outputSchema")["$defs"]).toEqual({
      A: { $ref: "#/$defs/B" },
      B: { type: "string" },
    });
  });

  it.each([
    ["https://elsewhere.example/pet.json", "The reference leads out of the document."],
    ["/etc/hostname", "The reference leads out of the document."],
    ["pet.json#/Pet", "The reference leads out of the document."],
    ["#/components/schemas/None", "The reference leads nowhere."],
  ])("follows no reference to %s", (reference, reason) => {
    const schema = { $ref: reference };
    const { drafts, notImported } = importedOperation({
      parameters: [{ name: "q", in: "query", schema }],
    });

    expect(drafts).toEqual([]);
    expect(notImported).toEqual([
      {
        pointer: "/paths/~1pets/get",
        at: "/paths/~1pets/get/parameters/0/schema",
        reason,
      },
    ]);
  });

  it("imports the other operations if one cannot be imported", () => {
    const { drafts, notImported } = imported({
      paths: {
        "/a": { get: { parameters: [{ $ref: "#/nowhere" }] }, post: {}, trace: {} },
        "/b": { $ref: "#/paths/~1b" },
        "/c": { $ref: "#/paths/~1a" },
        "/d/../e": { get: {} },
        "/f?g=1": { get: {} },
        h: { get: {} },
        "/i/{id}": { get: {} },
        "x-own": {},
      },
    });

    expect(drafts.map(({ provenance }) => provenance.pointer)).toEqual([
      "/paths/~1a/post",
      "/paths/~1c/post",
    ]);
    expect(notImported.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/paths/h/get",
      "/paths/~1a/get",
      "/paths/~1a/trace",
      "/paths/~1b",
      "/paths/~1c/get",
      "/paths/~1c/trace",
      "/paths/~1d~1..~1e/get",
      "/paths/~1f?g=1/get",
      "/paths/~1i~1{id}/get",
    ]);
  });

  it("reports an operation with an excessively nested schema", () => {
    let schema: JsonObject = {};
    for (let level = 0; level < 500; level += 1) schema = { items: schema };
    const { notImported } = importedOperation({ parameters: [{ name: "q", in: "query", schema }] });

    expect(notImported.map(({ reason }) => reason)).toEqual(["The schema nests too deep."]);
  });

  it("reports an operation with an excessively nested example", () => {
    const example = "[".repeat(20_000) + "]".repeat(20_000);
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"name":"q","in":"query","schema":{"example":${example}}}]}}}}`;

    expect(importOpenApi(text, { from: "deep.json" })).toMatchObject({
      drafts: [],
      notImported: [{ pointer: "/paths/~1a/get" }],
    });
  });

  it("leaves an output open if it is too large", () => {
    const long = "x".repeat(30_000);
    const schemas = {
      Near: { type: "object", properties: { far: { $ref: "#/components/schemas/Far" } } },
      Far: { type: "object", description: long, title: long },
    };
    const schema = { $ref: "#/components/schemas/Near" };
    const draft = draftOfOperation(
      { responses: { 200: { content: { "application/json": { schema } } } } },
      { document: { components: { schemas } } },
    );

    expect(schemaOf(draft, "outputSchema")).toEqual({
      type: "object",
      $ref: "#/$defs/Near",
      $defs: { Near: { type: "object", properties: { far: {} } } },
    });
    expect(draft.notes).toHaveLength(1);
  });

  it("drops descriptions rather than an operation with a large schema", () => {
    const long = "x".repeat(200_000);
    const properties = { description: { type: "string", description: long } };
    const schemas = { Pet: { type: "object", title: long, properties } };
    const schema = { $ref: "#/components/schemas/Pet", description: "A pet" };
    const requestBody = { content: { "application/json": { schema } } };
    const draft = draftOfOperation(
      { requestBody },
      { verb: "post", document: { components: { schemas } } },
    );

    expect(draft.notes).toHaveLength(1);
    expect(schemaOf(draft, "inputSchema")).toMatchObject({
      properties: { body: { description: "A pet" } },
      $defs: { Pet: { type: "object", properties: { description: { type: "string" } } } },
    });
  });

  it("does not import an input that it cannot validate completely", () => {
    const schema = { type: "string", description: "x".repeat(200_000) };
    const { notImported } = importedOperation({ parameters: [{ name: "q", in: "query", schema }] });

    expect(notImported.map(({ reason }) => reason)).toEqual([
      "The schema of the input is too large.",
    ]);
  });

  it("keeps a property named like a prototype", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"name":"__proto__","in":"query","schema":{"type":"string"}}]}}}}`;
    const reading = importOpenApi(text, { from: "proto.json" });

    expect(JSON.stringify(reading)).toContain('"properties":{"__proto__":{"type":"string"}}');
  });

  it("visits nested alternatives once", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 12 }, (_, level) => [
        `L${level}`,
        {
          oneOf: Array.from({ length: 12 }, () => ({ $ref: `#/components/schemas/L${level + 1}` })),
        },
      ]),
    );
    const schema = { $ref: "#/components/schemas/L0" };
    const draft = draftOfOperation(
      { responses: { 200: { content: { "application/json": { schema } } } } },
      { document: { components: { schemas: { ...schemas, L12: { type: "object" } } } } },
    );

    expect(draft.operation.response?.shape).toBe("object");
    expect(draft.notes).toHaveLength(1);
  });

  it("handles a document in which all operations have the same name", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`/p${index}`, { get: { operationId: "same" } }]),
    );

    const names = imported({ paths }).drafts.map(({ tool }) => tool["name"]);

    expect(new Set(names).size).toBe(500);
  });

  it("removes fragments, which some documents use to distinguish operations", () => {
    const { drafts } = imported({
      paths: { "/#Action=List": { post: {} }, "/#Action=Get": { post: {} } },
    });

    expect(drafts.map(({ operation }) => operation.path)).toEqual(["/", "/"]);
    expect(drafts.map(({ tool }) => tool["name"])).toEqual(["post_Action_List", "post_Action_Get"]);
  });

  const key = fc.constantFrom(
    "$ref",
    "allOf",
    "content",
    "get",
    "in",
    "items",
    "name",
    "operationId",
    "parameters",
    "properties",
    "required",
    "requestBody",
    "responses",
    "200",
    "application/json",
    "schema",
    "security",
    "type",
    "/a",
    "__proto__",
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, depthSize: "large" },
      fc.constantFrom("#/paths/~1a", "#/paths", "query", "object", "\u200b", null, true, 1),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 5 }),
    ),
  }));

  it.each([{ swagger: "2.0" }, { openapi: "3.0.0" }, { openapi: "3.1.0" }])(
    "never throws and loses no operation, for any document of %j",
    (edition) => {
      fc.assert(
        fc.property(value, value, (operation, parameters) => {
          const paths = { "/a": { get: operation, post: { parameters } } };
          const text = JSON.stringify({ ...edition, paths });
          const reading = importOpenApi(text, { from: "any.json" });

          expect(countOf(reading)).toBe(2);
        }),
      );
    },
  );
});

function namesOf(...wishes: readonly string[]): readonly (string | undefined)[] {
  const operations = wishes.map((wish, index) => ({ wish, pointer: `/paths/${index}` }));
  const names = draftNames(operations);
  return operations.map(({ pointer }) => names.get(pointer));
}

describe("draftNames", () => {
  it.each([
    ["listPets", "listPets"],
    ["repos/list-for-org", "repos_list-for-org"],
    ["get_/pets/{id}", "get_pets_id"],
    ["pets.find", "pets_find"],
    ["検索", "operation"],
    ["n".repeat(70), "n".repeat(64)],
  ])("makes %s legal", (wish, name) => {
    expect(namesOf(wish)).toEqual([name]);
  });

  it("gives distinct names on a collision, independent of the order", () => {
    const [one, two] = namesOf("list", "LIST");
    const turned = draftNames([
      { wish: "LIST", pointer: "/paths/1" },
      { wish: "list", pointer: "/paths/0" },
    ]);

    expect(one).toMatch(/^list_[\da-f]{8}$/);
    expect(two).toMatch(/^LIST_[\da-f]{8}$/);
    expect([turned.get("/paths/0"), turned.get("/paths/1")]).toEqual([one, two]);
  });

  it("does not let an author take the name of another operation", () => {
    const [first = ""] = namesOf("list", "list");
    const names = namesOf("list", "list", first, `${first}_2`);

    expect(new Set(names).size).toBe(4);
  });

  it("gives legal and unique names for any input", () => {
    const wish = fc.oneof(fc.string(), fc.constantFrom("a", "A", "a/", "_a", "é", "\u{e0041}"));

    fc.assert(
      fc.property(fc.array(wish, { maxLength: 12 }), (wishes) => {
        const names = namesOf(...wishes).map((name) => name?.toLowerCase() ?? "");
        expect(new Set(names).size).toBe(wishes.length);
        for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
      }),
    );
  });
});
