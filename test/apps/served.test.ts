import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { uiExtension, viewType } from "../../packages/gateway/src/protocol/extensions.ts";
import { offering, pageOf, viewing } from "./pages.ts";
import { openViewServer, type ViewServer } from "./server.ts";

// A real process and the clients of the protocol's SDK.
const patience = { timeout: 60_000 };
const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

interface Served extends AsyncDisposable {
  readonly url: URL;
  readonly log: () => string;
}

async function serve(servers: readonly ViewServer[]): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-apps-"));
  const mcps = servers.map(({ name, url }) => ({
    name,
    url: url.href,
    transport: "streamable_http",
    mode: "dynamic",
    default_tool_config: {},
    naming: "qualified",
  }));
  await writeFile(join(folder, "toolcourt.yaml"), JSON.stringify({ toolbox: { mcps } }));
  const gateway = spawn(execPath, [bin, "serve", "--port", "0"], { cwd: folder });
  let log = "";
  gateway.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const url = await new Promise<URL>((found, failed) => {
    gateway.stdout.on("data", (chunk: Buffer) => {
      const address = /http:\S+/.exec(chunk.toString())?.[0];
      if (address !== undefined) found(new URL(address));
    });
    gateway.once("exit", () => failed(new Error(log)));
  });
  return {
    url,
    log: () => log,
    async [Symbol.asyncDispose](): Promise<void> {
      const gone = new Promise((done) => gateway.once("exit", done));
      gateway.kill("SIGTERM");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const extensions = {
  "com.example/x": {},
  [uiExtension]: { mimeTypes: [viewType] },
};

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

describe.each(eras)("a served gateway with two servers and a $era client", ({ mode }) => {
  it("shows the views of both, and names what it drops once", patience, async () => {
    const named = { "com.example/y": {}, [uiExtension]: {} };
    await using one = await openViewServer("one", "modern", offering("one", { extensions: named }));
    const two = offering("two", { tools: [viewing("get-two")] });
    await using other = await openViewServer("two", "legacy", two);
    await using served = await serve([one, other]);
    const client = new Client(
      { name: "tester", version: "1" },
      { capabilities: { extensions }, versionNegotiation: { mode } },
    );
    await client.connect(new StreamableHTTPClientTransport(served.url));

    const { tools } = await client.listTools();
    const views = tools.map(({ _meta }) => _meta?.["ui/resourceUri"]);
    const pages = await Promise.all(
      views.map(async (uri) => (await client.readResource({ uri: String(uri) })).contents),
    );
    const call = { name: "one__get-one", arguments: { city: "Geneva" } };
    await client.callTool(call);
    await client.callTool(call);
    const advertised = client.getServerCapabilities()?.extensions;
    await client.close();

    expect(advertised).toEqual({ [uiExtension]: {} });
    expect(views).toEqual(["ui://one/card", "ui://two/card"]);
    expect(pages).toMatchObject([[{ text: pageOf("one") }], [{ text: pageOf("two") }]]);
    const dropped = served.log().match(/the extension '[^']+'/g) ?? [];
    expect(dropped.toSorted()).toEqual([
      "the extension 'com.example/x'",
      "the extension 'com.example/y'",
    ]);
  });
});
