import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { HttpTool } from "./http-tool.ts";
import { createSendOperation } from "./send-operation.ts";

const cursor = { type: "string", pattern: "^[a-z0-9-]{1,20}$" };

/** A list with its cursor in the body, which is the caller's or has this template. */
function listing(template?: JsonValue): HttpTool {
  const body = { type: "object", properties: { at: { type: "string" } } };
  return {
    tool: { name: "query", inputSchema: { type: "object", properties: { body, cursor } } },
    operation: {
      method: "POST",
      path: "/query",
      base: { path: "" },
      parameters: [],
      body: { contentType: "application/json", ...(template !== undefined && { template }) },
      response: { shape: "object" },
      paging: {
        items: "/value",
        next: { kind: "body-cursor", pointer: "/next", body: "/at" },
        maxPages: 10,
        maxItems: 1_000,
      },
      security: [],
    },
  };
}

/** Returns the result of a call whose answers have no further page after these cursors. */
async function resultOf(http: HttpTool, given: JsonObject, cursors: readonly string[] = []) {
  let page = 0;
  const send = createSendOperation({
    egress: {
      request: async ({ url }) => {
        const next = cursors[page] ?? null;
        page += 1;
        const body = Buffer.from(JSON.stringify({ value: [page], next }));
        return { status: 200, headers: {}, body, url, isPartial: false, attempts: 1 };
      },
      nextPage: (_from, link) => link,
    },
    connections: {
      credential: () => Promise.reject(new Error("There is no connection.")),
      refused: async () => undefined,
    },
    clock: createFakeClock(),
    newId: () => "id",
  });
  const outgoing = { tool: "query", operation: "x", effect: "read" } as const;
  const base = new URL("https://api.example.com");
  return send({ http, server: "s", arguments: given, outgoing, base }, noAbort);
}

describe("a list with its cursor in the body", () => {
  it.each<[JsonObject, JsonValue | undefined]>([
    [{ body: { at: "page-3" } }, undefined],
    [{ body: { at: 3 } }, undefined],
    [{ cursor: "page-3" }, { at: "{cursor}" }],
  ])("is incomplete if the call begins inside it: %j in %j", async (given, template) => {
    const note = "The call named a page itself: those before it were not read.";

    expect(await resultOf(listing(template), given)).toMatchObject({
      content: [{}, {}, { type: "text", text: note }],
      structuredContent: { paging: { complete: false } },
    });
  });

  it.each<[JsonObject, JsonValue | undefined]>([
    [{}, undefined],
    [{ body: {} }, undefined],
    [{ body: { at: "" } }, undefined],
    [{ body: { at: null } }, undefined],
    [{}, { at: "*" }],
  ])("is complete if the call begins at its start: %j in %j", async (given, template) => {
    expect(await resultOf(listing(template), given, ["page-2"])).toMatchObject({
      structuredContent: { value: [1, 2], paging: { pages: 2, complete: true } },
    });
  });
});
