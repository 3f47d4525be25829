import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// Our command in front of real third-party servers, with the protocol's own client. The processes
// take seconds to start on a busy machine, so these tests have a longer timeout.
const patience = 30_000;

const root = resolve(import.meta.dirname, "..");
const bin = join(root, "packages/toolcourt/bin/toolcourt.js");
const server = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

const config = `
toolbox:
  local: [workspace]
  tools:
    - name: hello
    - name: read_repo_file
    - name: write_memory_entry
    - { name: echo, server: everything, max_instances: 2 }
  mcps:
    - name: everything
      transport: stdio
      command: ${JSON.stringify(execPath)}
      args: [${JSON.stringify(server("everything"))}, stdio]
      mode: dynamic
      default_tool_config: { max_instances: 4, timeout: PT20S }
      profile: [registry]
    - name: memory
      transport: stdio
      command: ${JSON.stringify(execPath)}
      args: [${JSON.stringify(server("memory"))}]
      mode: dynamic
      default_tool_config: { timeout: PT20S }
`;

let folder: string;
let gateway: ChildProcess;
let url: URL;
let log = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolcourt-serve-"));
  writeFileSync(join(folder, "toolcourt.yaml"), config);
  gateway = spawn(execPath, [bin, "serve", "--port", "0", "--verbose"], { cwd: folder });
  gateway.stderr?.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  url = await new Promise((found, failed) => {
    gateway.stdout?.on("data", (chunk: Buffer) => {
      const address = /http:\S+/.exec(chunk.toString())?.[0];
      if (address !== undefined) found(new URL(address));
    });
    gateway.once("exit", () => failed(new Error(log)));
  });
}, patience);

afterAll(async () => {
  const gone = new Promise<number | null>((done) => gateway.once("exit", done));
  gateway.kill("SIGTERM");
  const code = await gone;
  rmSync(folder, { recursive: true, force: true });
  // A requested stop is not a failure.
  if (code !== 0) throw new Error(`The gateway stopped with ${code}.`);
}, patience);

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

async function connect(mode: (typeof eras)[number]["mode"]): Promise<Client> {
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

describe.each(eras)("toolcourt serve, to a $era client", ({ mode }) => {
  it(
    "offers local tools and the tools of two real servers",
    async () => {
      const client = await connect(mode);

      const names = (await client.listTools()).tools.map(({ name }) => name);

      expect(names).toEqual(expect.arrayContaining(["hello", "echo", "get-sum", "read_graph"]));
      await client.close();
    },
    patience,
  );

  it(
    "passes a conforming call and its result",
    async () => {
      const client = await connect(mode);

      const sum = await client.callTool({ name: "get-sum", arguments: { a: 2, b: 3 } });
      const graph = await client.callTool({ name: "read_graph", arguments: {} });

      expect(sum).toMatchObject({ isError: false });
      expect(JSON.stringify(sum.content)).toContain("5");
      expect(graph.structuredContent).toMatchObject({ entities: [], relations: [] });
      await client.close();
    },
    patience,
  );

  it.each([
    { name: "get-sum", given: { a: "2", b: 3 }, code: "input-invalid" },
    { name: "get-sum", given: { a: 2, b: 3, c: 4 }, code: "input-invalid" },
    {
      name: "write_memory_entry",
      given: { file: "decisions.jsonl", entry: "{}" },
      code: "approval-required",
    },
  ])(
    "refuses $name with $given as $code",
    async ({ name, given, code }) => {
      const client = await connect(mode);

      const result = await client.callTool({ name, arguments: given });

      expect(result).toMatchObject({ isError: true, _meta: { "dev.toolcourt/refusal": { code } } });
      await client.close();
    },
    patience,
  );

  it(
    "does not know an unlisted tool",
    async () => {
      const client = await connect(mode);

      await expect(client.callTool({ name: "toString", arguments: {} })).rejects.toMatchObject({
        code: -32_602,
      });
      await client.close();
    },
    patience,
  );
});

describe("toolcourt serve", () => {
  it("logs the literal lines of the requirements, none of them on standard output", () => {
    expect(log).toContain(
      "INFO: Tool 'get-sum' from MCP 'everything' not explicitly configured, using default configuration",
    );
  });

  it("reports liveness and readiness to supervisors", async () => {
    const alive = await fetch(new URL("/healthz", url));
    const ready = await fetch(new URL("/readyz", url));

    expect([alive.status, ready.status]).toEqual([200, 200]);
  });

  it(
    "serves one client over stdio",
    async () => {
      const client = new Client({ name: "tester", version: "1" });
      const args = [bin, "serve", "--stdio"];
      await client.connect(
        new StdioClientTransport({ command: execPath, args, cwd: tmpdir(), stderr: "ignore" }),
      );

      const result = await client.callTool({ name: "hello", arguments: { name: "Ada" } });

      expect(result.structuredContent).toMatchObject({ message: "Hello, Ada!" });
      await client.close();
    },
    patience,
  );
});
