import { isJsonObject } from "@toolcourt/sdk";
import { never, noAbort } from "@toolcourt/testing/calls";
import { openHttpGateway } from "@toolcourt/testing/http-tools";
import { openFixtureApi } from "@toolcourt/testing/targets/fixture-api";
import { describe, expect, it, onTestFinished } from "vitest";
import { type HttpTool, operationNamedIn } from "./http-tool.ts";
import { openToolSet } from "./open-tool-set.ts";
import { readToolsFile } from "./read-tools-file.ts";

const tools = `tools:
  - name: list-things
    description: Lists the things of the shop with their sizes, as they come.
    get: /things
    paging: { items: /value, next_link: /nextLink, max_pages: 2 }
    result: { things: /value, total: /count }
    output:
      type: object
      properties:
        things: { type: array, description: Them., items: { type: object, properties: { id: { type: string }, size: { type: integer } } } }
        total: { type: integer, description: How many there are. }
      required: [things, total]
      additionalProperties: false
`;

function toolsAt(path: string): readonly HttpTool[] {
  const text = `tools: [{ name: t, description: d, get: ${path}, output: { type: object } }]`;
  const reading = readToolsFile(text, "t.yaml");
  return reading.kind === "tools" ? reading.tools : [];
}

describe("openToolSet", () => {
  it("binds calls to the operation of their contract, even after the set changed", async () => {
    let path = "/old";
    const sent: string[] = [];
    const set = openToolSet({
      name: "shop",
      source: async () => toolsAt(path),
      send: async ({ http }) => {
        sent.push(http.operation.path);
        return {};
      },
    });
    const [old] = await set.listTools(noAbort);
    path = "/new";
    const [next] = await set.listTools(noAbort);
    for (const tool of [old, next]) {
      const operation = isJsonObject(tool) ? (operationNamedIn(tool) ?? "") : "";
      const outgoing = { tool: "t", operation, effect: "read" } as const;
      await set.callTool({ name: "t", arguments: {}, outgoing }, noAbort);
    }

    expect(sent).toEqual(["/old", "/new"]);
  });

  it("sends nothing without a contract", async () => {
    const set = openToolSet({ name: "shop", source: async () => [], send: () => never() });
    const outgoing = { tool: "t", operation: "sha256:0", effect: "read" } as const;

    await expect(
      set.callTool({ name: "t", arguments: {}, outgoing }, noAbort),
    ).rejects.toMatchObject({
      fault: { kind: "unreachable" },
    });
    await expect(set.callTool({ name: "t", arguments: {} }, noAbort)).rejects.toMatchObject({
      fault: { kind: "unreachable" },
    });
  });
});

describe("an HTTP tool", () => {
  it("returns its target's answer, using the token of its connection", async () => {
    const api = await openFixtureApi();
    onTestFinished(() => api[Symbol.asyncDispose]());
    const { call } = await openHttpGateway({ origin: `http://127.0.0.1:${api.port}`, tools });

    const answer = await call("list-things");

    expect(answer).toMatchObject({
      isError: false,
      structuredContent: { total: 5, paging: { pages: 2, items: 4, complete: false } },
    });
    expect(api.seen[0]?.headers.authorization).toBe("Bearer t-secret-token-of-the-shop");
  });
});
