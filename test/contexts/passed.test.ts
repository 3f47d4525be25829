import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { type Served, serve } from "@toolcourt/sdk/serve";
import { openFolder } from "@toolcourt/testing/folder";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { describe, expect, it, onTestFinished } from "vitest";
import { tellContext } from "./tell-context.ts";

// Real servers of the SDK behind a real gateway.
const patience = { timeout: 30_000 };

const key = "a-key-of-teller-and-no-other-server";
const correlation = "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41";
const trace = "0af76519-16cd-43dd-8448-eb211c80319c";
const traceparent = `00-${trace.replaceAll("-", "")}-b7ad6b7169203331-01`;
const program = fileURLToPath(new URL("./stdio-server.ts", import.meta.url));

async function openTeller(gatewayKey?: string): Promise<Served> {
  const options = { name: "teller", version: "1.0.0", port: 0, logCalls: "off" } as const;
  const served = await serve([tellContext], gatewayKey ? { ...options, gatewayKey } : options);
  onTestFinished(() => served[Symbol.asyncDispose]());
  return served;
}

async function openBefore(server: JsonObject): Promise<Serving> {
  const usual = { name: "teller", mode: "dynamic", default_tool_config: { timeout: "PT20S" } };
  const config = { toolbox: { mcps: [{ ...usual, ...server }] }, stores: { url: "memory:" } };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  return serving;
}

const overStdio = {
  transport: "stdio",
  command: execPath,
  args: ["--conditions=@toolcourt/source", program],
};

async function overHttp(gatewayKey?: string): Promise<JsonObject> {
  const { url } = await openTeller(gatewayKey);
  return { transport: "streamable_http", url: url?.href ?? "" };
}

/** Returns the context that the tool was given. */
async function told(url: URL | undefined, meta: JsonObject = {}): Promise<JsonObject> {
  const client = new Client({ name: "editor", version: "9.9.9" });
  await client.connect(new StreamableHTTPClientTransport(url ?? new URL("http://127.0.0.1:1")));
  const answer = await client.callTool({
    name: "tell-context",
    arguments: { word: "a" },
    _meta: meta,
  });
  await client.close();
  const { structuredContent } = answer;
  const data = isJsonObject(structuredContent) ? own(structuredContent, "data") : undefined;
  const text = isJsonObject(data) ? own(data, "context") : undefined;
  const context = parseJson(typeof text === "string" ? text : JSON.stringify(answer));
  return isJsonObject(context) ? context : {};
}

const meta = {
  "dev.toolcourt/correlation": correlation,
  "dev.toolcourt/session": "session-of-ada",
  traceparent,
};

const passing: Readonly<Record<string, () => Promise<JsonObject>>> = {
  stdio: async () => ({ ...overStdio, pass_context: true }),
  HTTP: async () => ({ ...(await overHttp(key)), pass_context: true, context_key: key }),
};

describe.each(Object.entries(passing))("a tool served over %s", patience, (_, server) => {
  it("S3-58, S3-60 to S3-67: knows the user, the session, the agent and the ids of its call", async () => {
    const { url } = await openBefore(await server());
    const [first, second] = [await told(url, meta), await told(url, meta)];
    const other = await told(url, { "dev.toolcourt/session": "another" });

    expect(first).toEqual({
      userId: "local",
      sessionId: expect.stringMatching(/^[\da-f]{32}$/) as unknown,
      correlationId: correlation,
      traceId: trace,
      agentId: "editor",
      agentVersion: "9.9.9",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      metadata: { callId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown },
      permissions: [],
    });
    expect(second["sessionId"]).toBe(first["sessionId"]);
    expect(second["metadata"]).not.toEqual(first["metadata"]);
    expect(other["sessionId"]).not.toBe(first["sessionId"]);
    expect(JSON.stringify([first, other])).not.toMatch(/session-of-ada|another/);
  });

  it("does not believe the client of the gateway", async () => {
    const { url } = await openBefore(await server());
    const forged = { context: { userId: "eve" }, signature: "A".repeat(43) };

    const context = await told(url, { ...meta, "dev.toolcourt/context": forged });

    expect(context).toMatchObject({ userId: "local", correlationId: correlation });
  });
});

const withheld: Readonly<Record<string, () => Promise<JsonObject>>> = {
  "a program without pass_context": async () => overStdio,
  "a server without pass_context": async () => overHttp(key),
  "a server with another key": async () => ({
    ...(await overHttp("the-key-that-another-server-was-given")),
    pass_context: true,
    context_key: key,
  }),
  "a server without a key": async () => ({
    ...(await overHttp()),
    pass_context: true,
    context_key: key,
  }),
};

describe.each(Object.entries(withheld))("%s", patience, (_, server) => {
  it("knows only that the gateway calls", async () => {
    const { url } = await openBefore(await server());

    const context = await told(url, meta);

    expect(context).toMatchObject({ userId: null, agentId: "toolcourt" });
    expect(context["correlationId"]).not.toBe(correlation);
    expect(context).not.toHaveProperty("sessionId");
    expect(context).not.toHaveProperty("metadata");
  });
});
