import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { hello, spoken } from "../../packages/testing/src/lanes.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { startGateway } from "../promises/gateway-process.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { openUpstream } from "../replicas/upstream.ts";

// Real processes, which take seconds to start on a busy machine.
const patience = { timeout: 90_000 };

const bin = join(resolve(import.meta.dirname, "../.."), "packages/toolcourt/bin/toolcourt.js");
const endpoints = [{ path: "/mcp/team", tools: ["read"], prefix: "t_" }];

/** Closes the connection after each request, so that any worker may take the next one. */
function closing(headers: RequestInit["headers"]): Record<string, string> {
  return { ...Object.fromEntries(new Headers(headers)), connection: "close" };
}

describe("an endpoint", patience, () => {
  it("is served by two workers, and keeps its sessions whichever has them", async () => {
    await using upstream = await openUpstream([tool({ name: "read" }), tool({ name: "other" })]);
    const config = {
      server: { workers: 2 },
      toolbox: { mcps: [serverEntry("crm", upstream.url.href)] },
      endpoints,
    };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
    await using gateway = await startGateway({ folder: folder.path });
    const at = new URL("/mcp/team", gateway.url);
    const opened = await fetch(at, { ...hello, headers: closing(hello.headers) });
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const call = async (url: URL, name: string): Promise<string> => {
      const lane = { era: "legacy", lane: "fast" } as const;
      const request = spoken("tools/call", { name, arguments: { city: "Bern" } }, lane);
      const headers = { ...closing(request.headers), "mcp-session-id": session };
      const response = await fetch(url, { ...request, headers });
      const code = /"code":"([a-z-]+)"/.exec(await response.text())?.[1] ?? "answered";
      return response.status === 200 ? code : String(response.status);
    };
    const outcomes: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      outcomes.push(await call(at, "t_read"), await call(at, "read"), await call(at, "t_other"));
      outcomes.push(await call(gateway.url, "read"));
    }

    expect(session).toMatch(/^[12]\./);
    expect(outcomes.slice(0, 4)).toEqual(["answered", "tool-unknown", "tool-unknown", "404"]);
    expect(new Set(outcomes)).toEqual(new Set(["answered", "tool-unknown", "404"]));
    expect(upstream.callsOf("read")).toBeGreaterThan(0);
    expect(upstream.callsOf("other")).toBe(0);
    expect(gateway.printed()).toContain("and on /mcp/team");
  });

  it("is all that one client over stdio sees, if it is named", async () => {
    const toolbox = {
      local: ["workspace"],
      tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
    };
    const config = { toolbox, endpoints: [{ path: "/mcp/team", tools: ["hello"], prefix: "t_" }] };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
    const args = [bin, "serve", "--stdio", "--endpoint", "team"];
    const client = new Client({ name: "tester", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: execPath, args, cwd: folder.path, stderr: "ignore" }),
    );
    const { tools } = await client.listTools();
    const answer = await client.callTool({ name: "t_hello", arguments: { name: "Ada" } });
    const hidden = await client
      .callTool({ name: "hello", arguments: { name: "Ada" } })
      .catch((error: unknown) => error);
    await client.close();

    expect(tools.map(({ name }) => name)).toEqual(["t_hello"]);
    expect(answer.structuredContent).toMatchObject({ message: "Hello, Ada!" });
    expect(hidden).toBeInstanceOf(Error);
  });

  it("is refused over stdio if there is none of this name", async () => {
    const config = {
      toolbox: {
        local: ["workspace"],
        tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
      },
      endpoints: [{ path: "/mcp/team", tools: ["hello"] }],
    };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
    const args = ["serve", "--stdio", "--endpoint", "taem"];
    const { code, errors } = await run(args, { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain("The configuration has no endpoint taem. Name one of: team.");
  });
});
