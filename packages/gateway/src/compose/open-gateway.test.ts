import type { JsonObject } from "@toolcourt/sdk";
import { goodResult, incomingCall, noAbort } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { answering, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../config/load.ts";
import { openGateway } from "./open-gateway.ts";

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const password = "hunter2-hunter2";

/**
 * Opens a gateway in front of a password-protected modern server with these tools and this result.
 */
async function open(tools: readonly JsonObject[], result: JsonObject) {
  const server = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
    }),
    "tools/list": answering({ ...seal, tools }),
    "tools/call": answering({ resultType: "complete", ...result }),
    else: refuseWith(404),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const url = new URL(server.url);
  url.username = "ada";
  url.password = password;
  const crm = { name: "crm", transport: "streamable_http", url: url.href, mode: "dynamic" };
  const toolbox = { mcps: [{ ...crm, default_tool_config: {} }] };
  const lines: string[] = [];
  const gateway = await openGateway(
    loadConfig(JSON.stringify({ toolbox }), { file: "t.yaml", environment: {} }),
    {
      clock: createFakeClock(),
      write: ({ level, sentence }) => void lines.push(`${level}: ${sentence}`),
      newId: () => "id-1",
      random: () => 0.5,
      searchPath: "",
      local: [],
      overlayOf: () => undefined,
      lock: undefined,
      saveLock: async () => undefined,
      frozen: false,
    },
  );
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  return { gateway, lines };
}

const call = incomingCall({ tool: "get-forecast", arguments: { city: "Oslo" } });

describe("the password in a server URL", () => {
  const header = btoa(`ada:${password}`);

  it("appears in no result", async () => {
    const text = `You are ${password}, ${header}.`;
    const { gateway } = await open([tool()], goodResult({ content: [{ type: "text", text }] }));

    expect(JSON.stringify(await gateway.callTool(call, noAbort))).toContain("You are ***, ***.");
  });

  it("appears in no tool description", async () => {
    const description = `Returns the weather for a city over seven days. Sign in with ${password}.`;
    const { gateway } = await open([tool({ description })], goodResult());
    const listed = JSON.stringify(gateway.registry.current().listed);

    expect(listed).toContain("Sign in with ***.");
    expect(listed).not.toContain(password);
  });

  it("appears in no log line", async () => {
    const { lines } = await open([tool(), tool({ name: "bare" })], goodResult());

    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toContain("hunter2");
  });
});

it("logs that it leaves out a tool with a forbidden request", async () => {
  const inputSchema = {
    type: "object",
    properties: { city: { type: "string", "x-mcp-header": "two words" } },
  };
  const { gateway, lines } = await open([tool(), tool({ name: "odd", inputSchema })], goodResult());

  expect([...gateway.registry.current().tools.keys()]).toEqual(["get-forecast"]);
  expect(lines).toContain(
    "warning: Tool 'odd' from MCP server 'crm' is left out, it asks for a header that the protocol does not allow",
  );
});
