import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// Real processes, as in serve.test.ts, so these tests have a longer timeout.
const patience = 30_000;

const root = resolve(import.meta.dirname, "..");
const bin = join(root, "packages/toolcourt/bin/toolcourt.js");
const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

const server = (name: string, more: string): string => `
    - name: ${name}
      transport: stdio
      command: ${JSON.stringify(execPath)}
      args: [${JSON.stringify(everything)}, stdio]
      naming: qualified
      profile: [registry]
      mode: dynamic
      default_tool_config: { timeout: PT20S }
      ${more}`;

// The same server twice: shared names come from the first, and the second exposes little.
const config = `
toolbox:
  mcps:${server("first", "prompts: [simple-prompt, completable-prompt]")}${server("second", "resources: none")}
`;

const document = "demo://resource/static/document/features.md";
const dynamic = "demo://resource/dynamic/text/{resourceId}";

let folder: string;
let gateway: ChildProcess;
let url: URL;
let log = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolcourt-relays-"));
  writeFileSync(join(folder, "toolcourt.yaml"), config);
  gateway = spawn(execPath, [bin, "serve", "--port", "0"], { cwd: folder });
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
  const gone = new Promise((done) => gateway.once("exit", done));
  gateway.kill("SIGTERM");
  await gone;
  rmSync(folder, { recursive: true, force: true });
}, patience);

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

type Mode = (typeof eras)[number]["mode"];

async function connect(mode: Mode): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

describe.each(eras)("relays to a $era client", ({ era, mode }) => {
  it("declare their capabilities", { timeout: patience }, async () => {
    await using client = await connect(mode);

    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true },
      prompts: {},
      completions: {},
    });
  });

  it("list and read a resource", { timeout: patience }, async () => {
    await using client = await connect(mode);

    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: document });

    expect(resources.filter(({ uri }) => uri === document)).toHaveLength(1);
    expect(contents).toMatchObject([{ uri: document, mimeType: "text/markdown" }]);
  });

  it("read a resource described by a template", { timeout: patience }, async () => {
    await using client = await connect(mode);
    const uri = dynamic.replace("{resourceId}", "7");

    const { resourceTemplates } = await client.listResourceTemplates();
    const { contents } = await client.readResource({ uri });

    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(dynamic);
    expect(contents).toMatchObject([{ uri }]);
    expect(JSON.stringify(contents)).toContain("Resource 7");
  });

  it("report an unknown resource", { timeout: patience }, async () => {
    await using client = await connect(mode);

    // The SDK's client replaces our error data if the code is the legacy one.
    await expect(client.readResource({ uri: "demo://nothing" })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(client.getPrompt({ name: "nothing" })).rejects.toMatchObject({
      code: -32_602,
      data: { code: "prompt-unknown" },
    });
  });

  it("notify of changes to a resource", { timeout: patience }, async () => {
    await using client = await connect(mode);
    const updated = new Promise<string>((received) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
        received(params.uri),
      );
    });
    if (era === "modern") await client.listen({ resourceSubscriptions: [document] });
    else await client.subscribeResource({ uri: document });

    const toggle = { name: "first__toggle-subscriber-updates", arguments: {} };
    const started = await client.callTool(toggle);

    expect(started).toMatchObject({ isError: false });
    await expect(updated).resolves.toBe(document);
    // The other era toggles it on again.
    await client.callTool(toggle);
  });

  it("pass on a prompt that the configuration allows", { timeout: patience }, async () => {
    await using client = await connect(mode);

    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({
      name: "completable-prompt",
      arguments: { department: "Sales", name: "Eve" },
    });

    expect(prompts.map(({ name }) => name)).toEqual([
      "simple-prompt",
      "completable-prompt",
      "args-prompt",
      "resource-prompt",
    ]);
    expect(messages).toMatchObject([
      { role: "user", content: { text: "Please promote Eve to the head of the Sales team." } },
    ]);
  });

  it("pass on a server's refusal of prompt arguments", { timeout: patience }, async () => {
    await using client = await connect(mode);

    await expect(client.getPrompt({ name: "completable-prompt" })).rejects.toMatchObject({
      code: -32_602,
      data: { code: "relay-refused" },
    });
  });

  it("complete arguments of prompts and templates", { timeout: patience }, async () => {
    await using client = await connect(mode);

    const department = await client.complete({
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "S" },
    });
    const resourceId = await client.complete({
      ref: { type: "ref/resource", uri: dynamic },
      argument: { name: "resourceId", value: "7" },
    });

    expect(department.completion.values).toEqual(["Sales", "Support"]);
    expect(resourceId.completion.values).toEqual(["7"]);
  });
});

it("relays work over stdio as well", { timeout: patience }, async () => {
  const client = new Client({ name: "tester", version: "1" });
  const args = [bin, "serve", "--stdio"];
  await client.connect(
    new StdioClientTransport({ command: execPath, args, cwd: folder, stderr: "ignore" }),
  );

  const { contents } = await client.readResource({ uri: document });
  const { messages } = await client.getPrompt({ name: "simple-prompt" });

  expect(contents).toHaveLength(1);
  expect(messages).toHaveLength(1);
  await client.close();
});

it("relays warn of prompts that two servers share", { timeout: patience }, async () => {
  await using client = await connect("legacy");

  await client.listPrompts();

  expect(log).toContain(
    "WARNING: Prompt 'simple-prompt' is offered by MCP server 'first' and by MCP server 'second', using the one from 'first'",
  );
});
