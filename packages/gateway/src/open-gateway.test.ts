import { defineTool, hints } from "@toolcourt/sdk";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type EmbeddedGateway, openGateway } from "./open-gateway.ts";

// Each test opens a whole gateway: slow on busy machines.
const slow = { timeout: 20_000 };

const greet = defineTool({
  name: "greet-person",
  description:
    "Greets one person by name. Use it when a person says hello. For example: greet Ada.",
  version: "1.0.0",
  category: "query",
  permissions: [],
  parameters: z.object({ name: z.string().min(1).max(40).describe("The name of the person") }),
  result: z.object({ message: z.string().describe("The greeting") }),
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  approval: "none",
  examples: [
    {
      description: "Greets Ada",
      params: { name: "Ada" },
      expectedResult: { message: "Hello, Ada!" },
    },
  ],
  tags: ["greeting"],
  constraints: ["Greets one person."],
  handler: async ({ name }) => ({
    data: { message: `Hello, ${name}!` },
    agentHints: hints({
      confidence: [{ name: "known", value: 1 }],
      sourceQuality: "high",
      validityPeriod: "short",
    }),
  }),
});

const config = "toolbox: { local: [] }\nstores: { url: 'memory:' }\n";

async function openOwn(stack: AsyncDisposableStack): Promise<EmbeddedGateway> {
  const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
  return stack.use(await openGateway({ folder: folder.path, tools: [greet] }));
}

describe("openGateway", slow, () => {
  it("calls a tool of the program through all gates", async () => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);

    const result = await gateway.callTool({ tool: "greet-person", arguments: { name: "Ada" } });

    expect(result).toMatchObject({
      isError: false,
      structuredContent: { data: { message: "Hello, Ada!" } },
    });
    expect(gateway.listTools().map(({ name }) => name)).toEqual(["greet-person"]);
  });

  it.each([
    ["input-invalid", { tool: "greet-person", arguments: { nme: "Ada" } }],
    ["tool-unknown", { tool: "greet" }],
  ])("returns a refusal as a result: %s", async (code, call) => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);

    expect(await gateway.callTool(call)).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code } },
    });
  });

  it("serves MCP over HTTP", async () => {
    await using stack = new AsyncDisposableStack();
    const gateway = await openOwn(stack);
    await using server = await gateway.listen(0);

    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "test", version: "1.0.0" },
        },
      }),
    });

    expect(response.status).toBe(200);
    expect(await response.text()).toContain("serverInfo");
  });

  it("connects a server by a transport of the program", async () => {
    await using stack = new AsyncDisposableStack();
    const server = "name: crm, transport: stdio, command: unused, mode: dynamic";
    const defaults =
      "profile: [registry], default_tool_config: { max_instances: 1, timeout: PT5S }";
    const text = `toolbox: { mcps: [{ ${server}, ${defaults} }] }\nstores: { url: "memory:" }\n`;
    const folder = stack.use(await openFolder({ "toolcourt.yaml": text }));
    const { upstream } = createFakeUpstream();
    const tool = { name: "find-customer", inputSchema: { type: "object" } };
    const crm = async () => ({ ...upstream, listTools: async () => [tool] });
    const gateway = stack.use(await openGateway({ folder: folder.path, upstreams: { crm } }));

    expect(gateway.listTools().map(({ name }) => name)).toEqual(["find-customer"]);
  });
});
