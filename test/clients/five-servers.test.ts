import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { env, execPath } from "node:process";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { canary } from "@toolcourt/testing/client-files";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const script = join(root, "packages/toolcourt/bin/toolcourt.js");
const patience = { timeout: 150_000 };

/** What the requirement allows, from the client's file to five servers in it again. */
const maxMs = 120_000;

const official = (name: string): string =>
  join(root, "node_modules/@modelcontextprotocol", `server-${name}`, "dist/index.js");
const ours = (name: string): string => join(root, "packages/testing/src/programs", `${name}.ts`);

/** A client's file with five servers that need no network. */
const clientFile = `{
  // Servers of Ada
  "mcpServers": {
    "everything": { "command": "${execPath}", "args": ["${official("everything")}"] },
    "files":{"command":"${execPath}","args":["${official("filesystem")}","./notes"]},
\t"memory": {
\t\t"command": "${execPath}", "args": ["${official("memory")}"],
\t\t"env": { "MEMORY_KEY": "${canary}" }, /* keep */
\t},
    "people": { "command": "${execPath}", "args": ["${ours("bare-server")}"] },
    "questions": { "command": "${execPath}", "args": ["${ours("curious-server")}"] }, // last
  },
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function urlIn(stream: AsyncIterable<Buffer>): Promise<string> {
  let printed = "";
  for await (const chunk of stream) {
    printed += chunk.toString();
    const url = /http:\S+/.exec(printed)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The gateway did not start: ${printed}`);
}

async function toolNames(url: string): Promise<readonly string[]> {
  const client = new Client({ name: "ada", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

it(
  "three commands lead from a client's file to five servers in it, and undo leads back",
  patience,
  async () => {
    await using folder = await openFolder();
    const file = "home/.cursor/mcp.json";
    await folder.write(file, clientFile);
    await folder.write("project/notes/today.md", "");
    const place = {
      cwd: join(folder.path, "project"),
      env: {
        ...env,
        HOME: join(folder.path, "home"),
        MEMORY_KEY: canary,
        TOOLCOURT__SERVER__PORT: String(await freePort()),
      },
    };
    const toolcourt = (...args: string[]) =>
      promisify(execFile)(execPath, [script, ...args], place);
    const started = systemClock.monotonic();

    const init = await toolcourt("init", "--client", "cursor", "--adopt");
    const connect = await toolcourt("connect", "cursor", "--replace");
    const gateway = spawn(execPath, [script, "serve"], place);
    try {
      const url = await urlIn(gateway.stdout);
      const written = await folder.read(file);
      const [, inFile = ""] = /"url": "([^"]*)"/.exec(written) ?? [];
      const names = await toolNames(inFile);
      const tookMs = systemClock.monotonic() - started;

      expect(init.stdout).toContain("5 servers of 5 adopted.");
      expect(connect.stdout).toContain(
        "Took out 5 servers: everything, files, memory, people, questions.",
      );
      expect(inFile).toBe(url);
      // One tool of each server.
      expect(names).toEqual(
        expect.arrayContaining(["echo", "list_directory", "read_graph", "get_user", "ask-person"]),
      );
      expect(written).toContain("// Servers of Ada\n");
      expect(tookMs).toBeLessThan(maxMs);
      const printed = [init, connect].flatMap(({ stdout, stderr }) => [stdout, stderr]);
      const config = await folder.read("project/toolcourt.yaml");
      expect([...printed, config].join("\n")).not.toContain(canary);
      expect(written).not.toContain(canary);
    } finally {
      gateway.kill("SIGTERM");
      await once(gateway, "close");
    }

    await toolcourt("connect", "cursor", "--undo");

    expect(await folder.read(file)).toBe(clientFile);
    expect((await folder.files()).filter((name) => name.startsWith("home/"))).toEqual([file]);
  },
);

it("starts the gateway as Claude Desktop would, from another folder", patience, async () => {
  await using folder = await openFolder();
  const file = "home/.config/Claude/claude_desktop_config.json";
  const people = { command: execPath, args: [ours("bare-server")] };
  await folder.write(file, JSON.stringify({ mcpServers: { people } }));
  await folder.write("project/notes.md", "");
  const place = {
    cwd: join(folder.path, "project"),
    env: { ...env, HOME: join(folder.path, "home") },
  };
  const toolcourt = (...args: string[]) => promisify(execFile)(execPath, [script, ...args], place);
  await toolcourt("init", "--client", "claude-desktop");
  await toolcourt("connect", "claude-desktop", "--replace");

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- connect wrote the file
  const { mcpServers } = JSON.parse(await folder.read(file)) as ClaudeDesktop;
  const transport = new StdioClientTransport({ ...mcpServers.toolcourt, cwd: "/" });
  const client = new Client({ name: "desktop", version: "1.0.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();

  expect(Object.keys(mcpServers)).toEqual(["toolcourt"]);
  expect(tools.map(({ name }) => name)).toContain("get_user");
});

interface ClaudeDesktop {
  readonly mcpServers: {
    readonly toolcourt: { readonly command: string; readonly args: string[] };
  };
}
