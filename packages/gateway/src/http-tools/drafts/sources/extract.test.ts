import type { JsonObject } from "@toolcourt/sdk";
import { scanOf } from "@toolcourt/testing/targets/scan";
import {
  hiddenInstruction,
  scannedAddress,
  scannedDocuments,
  scannedToken,
} from "@toolcourt/testing/targets/scanned-documents";
import * as fc from "fast-check";
import { inferSchema } from "toolcourt/internal/authoring/adopting/infer-schema";
import { describe, expect, it } from "vitest";
import { importOpenApi } from "../openapi/import-openapi.ts";
import { extractOperations } from "./extract.ts";
import { readLayout } from "./layout.ts";

const source = {
  name: "scans",
  kind: "document-intelligence",
  endpoint: "https://scans.example.com",
  connection: "scans",
} as const;

/** Extracts a document and imports the outcome, as the command does. */
function imported(analyzeResult: JsonObject) {
  const layout = readLayout({ analyzeResult }, source);
  const extracted = extractOperations(layout, { title: "api.pdf", inferSchema });
  const { document, scanned } = extracted;
  const reading = importOpenApi(JSON.stringify(document), { from: "api.pdf", scanned });
  if (reading.kind === "unreadable") throw new Error(reading.reason);
  return { ...reading, notImported: [...extracted.notImported, ...reading.notImported] };
}

type Import = ReturnType<typeof imported>;

function definitions({ drafts }: Import) {
  return drafts.map(({ tool, operation }) => ({ tool, operation }));
}

function reasons({ notImported }: Import): readonly string[] {
  return notImported.map(({ pointer, reason }) => `${pointer}: ${reason}`);
}

function notes({ drafts }: Import): readonly string[] {
  return drafts.flatMap((draft) =>
    draft.notes.map(({ pointer, message }) => `${pointer}: ${message}`),
  );
}

const closed = { type: "object", additionalProperties: false };
const inPath = {
  ...closed,
  properties: { id: { type: "integer" } },
  required: ["id"],
};
const reads = {
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  _meta: { "dev.toolcourt/contract": { effect: "read" } },
};
const getOrder = {
  method: "GET",
  base: { path: "" },
  path: "/orders/{id}",
  parameters: [{ place: "path", name: "id", style: "simple", explode: false }],
  security: [],
};
const listOrders = { ...getOrder, path: "/orders", parameters: [] };
const findsOne = "Finds one order of the shop by its number.";
const lists = "Lists the orders of the shop, newest first.";

describe("extractOperations", () => {
  it("reads method, path, parameters, description and the form of a sample", () => {
    const found = imported(scannedDocuments.good);

    expect(definitions(found)).toEqual([
      {
        tool: {
          name: "get_orders_id",
          description: findsOne,
          inputSchema: {
            ...closed,
            properties: {
              path: inPath,
              query: {
                ...closed,
                properties: { view: { type: "string", enum: ["short", "full"] } },
              },
            },
            required: ["path"],
          },
          outputSchema: {
            type: "object",
            description: "Inferred from a sample of the document.",
            properties: { id: { type: "integer" }, status: { type: "string" } },
            required: ["id", "status"],
          },
          ...reads,
        },
        operation: {
          ...getOrder,
          parameters: [
            ...getOrder.parameters,
            { place: "query", name: "view", style: "form", explode: true },
          ],
          response: { contentType: "application/json", shape: "object" },
        },
      },
      {
        tool: {
          name: "post_orders",
          description: "Places one order for the shop.",
          inputSchema: {
            ...closed,
            properties: {
              body: {
                ...closed,
                properties: { sku: { type: "string" }, count: { type: "integer" } },
                required: ["sku"],
              },
            },
            required: ["body"],
          },
          annotations: { ...reads.annotations, readOnlyHint: false, idempotentHint: false },
          _meta: { "dev.toolcourt/contract": { effect: "write" } },
        },
        operation: { ...listOrders, method: "POST", body: { contentType: "application/json" } },
      },
    ]);
    expect(reasons(found)).toEqual([]);
    expect(notes(found)).toEqual([
      "page 1, paragraph 21: The output schema is inferred from a sample: compare it.",
      "page 2, paragraph 23: This was read with confidence 0.71 on page 2: compare it.",
    ]);
    expect(found.drafts[0]?.provenance.fields).toEqual([
      {
        field: "method and path",
        page: 1,
        element: "paragraph 2",
        text: "GET /orders/{id}",
        confidence: 0.99,
      },
      {
        field: "parameter id",
        page: 1,
        element: "table 0",
        text: "id | integer | yes",
        confidence: 0.99,
      },
      {
        field: "parameter view",
        page: 1,
        element: "table 0",
        text: "view | string | no | short, full",
        confidence: 0.99,
      },
      { field: "description", page: 1, element: "paragraph 3", text: findsOne, confidence: 0.99 },
      {
        field: "output",
        page: 1,
        element: "paragraph 21",
        text: "a JSON sample",
        confidence: 0.99,
      },
    ]);
  });

  it("takes no parameters from a table without a header", () => {
    const found = imported(scannedDocuments.headless);

    expect(definitions(found)).toEqual([
      {
        tool: {
          name: "get_orders",
          description: lists,
          inputSchema: { ...closed, properties: {} },
          ...reads,
        },
        operation: listOrders,
      },
    ]);
    expect(notes(found)).toEqual([
      "page 1, table 0: This table is left out: it announces no parameters with name and type.",
    ]);
    expect(reasons(found)).toEqual([
      "page 1, paragraph 8: The path has a parameter that no table of parameters describes.",
    ]);
  });

  it("drafts no path outside the grammar", () => {
    const found = imported(scannedDocuments.outside);

    expect(found.drafts).toEqual([]);
    expect(reasons(found)).toEqual([
      "page 1, paragraph 0: The path leads out of its place.",
      "page 1, paragraph 2: The path must start with a slash.",
      "page 1, paragraph 3: The path has a parameter whose name is none, or is there twice.",
      "page 1, paragraph 14: The path has characters that a path cannot have.",
    ]);
  });

  it("takes nothing of an instruction that is hidden in a cell", () => {
    const found = imported(scannedDocuments.hidden);

    expect(definitions(found)).toEqual([
      {
        tool: {
          name: "get_orders_id",
          description: findsOne,
          inputSchema: { ...closed, properties: { path: inPath }, required: ["path"] },
          ...reads,
        },
        operation: getOrder,
      },
    ]);
    expect(notes(found)).toEqual([
      "page 1, table 0: Row 3 is left out: its name is none that a parameter can have.",
      "page 1, table 0: Row 4 is left out: its values are no list of plain values.",
      "page 1, table 0: Row 5 is left out: its name is none that a parameter can have.",
    ]);
    expect(JSON.stringify(found)).not.toContain(hiddenInstruction);
  });

  it("takes no address, header or token from the text", () => {
    const found = imported(scannedDocuments.address);

    expect(definitions(found)).toEqual([
      {
        tool: {
          name: "get_orders_id",
          description: "",
          inputSchema: {
            ...closed,
            properties: {
              path: inPath,
              query: { ...closed, properties: { permissions: { type: "string" } } },
            },
            required: ["path"],
          },
          outputSchema: {
            type: "object",
            description: "Inferred from a sample of the document.",
            properties: {
              id: { type: "integer" },
              next: { type: "string" },
              session: { type: "string" },
            },
            required: ["id", "next", "session"],
          },
          ...reads,
        },
        operation: {
          ...getOrder,
          parameters: [
            ...getOrder.parameters,
            { place: "query", name: "permissions", style: "form", explode: true },
          ],
          response: { contentType: "application/json", shape: "object" },
        },
      },
    ]);
    expect(notes(found)).toEqual([
      "page 1, table 0: Row 3 is left out: its place is not sent.",
      "page 1, table 0: Row 4 is left out: its place is not sent.",
      "page 1, table 0: A parameter is left out: its row holds a secret.",
      "page 1, paragraph 3: The description is left out: it holds an address or a secret.",
      "page 1, paragraph 35: The output schema is inferred from a sample: compare it.",
    ]);
    expect(JSON.stringify(found)).not.toContain(scannedToken);
    expect(JSON.stringify(found)).not.toContain(scannedAddress);
  });

  it("takes no parameters from merged columns", () => {
    const found = imported(scannedDocuments.merged);

    expect(reasons(found)).toEqual([
      "page 1, paragraph 0: The path has a parameter that no table of parameters describes.",
    ]);
    expect(definitions(found)).toEqual([
      {
        tool: {
          name: "get_orders",
          description: lists,
          inputSchema: {
            ...closed,
            properties: {
              query: { ...closed, properties: { from: { type: "string", format: "date" } } },
            },
          },
          ...reads,
        },
        operation: {
          ...listOrders,
          parameters: [{ place: "query", name: "from", style: "form", explode: true }],
        },
      },
    ]);
    expect(notes(found)).toEqual(["page 1, table 1: Row 2 is left out: its cells are merged."]);
  });

  it("never takes an address, a header or a requirement, whatever the document says", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "GET /a",
        "POST /a/{id}",
        "Authorization",
        "header",
        "Response",
        "{}",
        `${scannedAddress}/a`,
      ),
    );
    const table = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    const withHeader = table.map((rows) => ({ table: [["Name", "Type", "In"], ...rows] }));
    const part = fc.oneof(
      text.map((each) => ({ text: each })),
      text.map((heading) => ({ heading, level: 2 })),
      table.map((rows) => ({ table: rows })),
      withHeader,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const start = { heading: "GET /orders", level: 2 };
        for (const { operation, tool } of imported(scanOf(start, ...parts)).drafts) {
          expect(operation.base).toEqual({ path: "" });
          expect(operation.security).toEqual([]);
          expect(operation.parameters.map(({ place }) => place)).not.toContain("header");
          expect(tool["description"]).not.toMatch(/https?:\/\//);
        }
      }),
      { numRuns: 25 },
    );
  });
});
