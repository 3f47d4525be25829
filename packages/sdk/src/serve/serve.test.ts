import { request } from "node:http";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolRefused } from "../registry/tool-refused.ts";
import { isCallable } from "../rules/lint.ts";
import { contract } from "../testing/contract.ts";
import { greetTool } from "../testing/greet-tool.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { ToolEvent } from "../tool/events.ts";
import type { Tool } from "../tool/tool.ts";
import { type Served, type ServeOptions, serve } from "./serve.ts";

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

type Mode = (typeof eras)[number]["mode"];

function serveGreetings(options: Partial<ServeOptions> = {}): Promise<Served> {
  return serve([greetTool], {
    name: "greetings",
    version: "4.5.6",
    port: 0,
    permissions: ["people:greet"],
    logCalls: "off",
    ...options,
  });
}

function newClient(mode: Mode, name = "tester"): Client {
  return new Client({ name, version: "9.9.9" }, { versionNegotiation: { mode } });
}

async function connect({ url }: Served, mode: Mode, name?: string): Promise<Client> {
  const client = newClient(mode, name);
  await client.connect(new StreamableHTTPClientTransport(url ?? new URL("http://127.0.0.1:1")));
  return client;
}

const neverAnswers = (): Promise<never> => new Promise(() => undefined);

const waiting = {
  name: "wait-long",
  description:
    "Waits for the end of a call. Use it to see how calls are cancelled. Returns nothing. For example: wait until I leave.",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({}),
  result: z.object({}),
  category: "query",
  responseTime: "slow",
  cacheable: false,
  idempotent: true,
  examples: [{ description: "Wait", params: {}, expectedResult: {} }],
  tags: ["waiting"],
} as const;

/** A tool that never answers. Reports when it starts and when its signal aborts. */
function waitingTool(started: () => void, aborted: () => void): Tool {
  return defineTool({
    ...waiting,
    handler: (_, { signal }) => {
      signal.addEventListener("abort", () => {
        aborted();
      });
      started();
      return neverAnswers();
    },
  });
}

const greetAda = { name: "greet-person", arguments: { person: "Ada" } };

describe.each(eras)("a $era client over HTTP", ({ mode }) => {
  it("lists the tools with their full contracts", async () => {
    await using server = await serveGreetings();
    const client = await connect(server, mode);

    const { tools } = await client.listTools();

    expect(tools).toMatchObject([
      {
        name: "greet-person",
        inputSchema: greetTool.contract.input,
        outputSchema: greetTool.contract.output,
        _meta: { "dev.toolcourt/contract": { version: "1.2.3", category: "query" } },
      },
    ]);
    await client.close();
  });

  it("gets the result as structured content, as equal text, and with an explicit isError", async () => {
    await using server = await serveGreetings();
    const client = await connect(server, mode);

    const { structuredContent, content, isError } = await client.callTool(greetAda);

    expect(isError).toBe(false);
    expect(structuredContent).toMatchObject({
      data: { greeting: "Hello, Ada!" },
      metadata: { toolVersion: "1.2.3", serviceVersion: "4.5.6" },
    });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    await client.close();
  });

  it("learns which arguments are invalid", async () => {
    await using server = await serveGreetings();
    const client = await connect(server, mode);

    const { structuredContent, isError } = await client.callTool({
      name: "greet-person",
      arguments: { person: "Ada", shout: true },
    });

    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ data: null, error: { code: "input-invalid" } });
    await client.close();
  });

  it("gets a refusal for a permission that the server's caller lacks", async () => {
    await using server = await serveGreetings({ permissions: [] });
    const client = await connect(server, mode);

    const { structuredContent } = await client.callTool(greetAda);

    expect(structuredContent).toMatchObject({ error: { code: "not-permitted" } });
    await client.close();
  });

  it.each(["no-such-tool", "constructor", "__proto__"])(
    "gets an error for the unknown tool %s",
    async (name) => {
      await using server = await serveGreetings();
      const client = await connect(server, mode);

      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32_602,
      });
      await client.close();
    },
  );
});

describe("serve", () => {
  it("passes the client's name to the observer and keeps the caller's trace id", async () => {
    const events: ToolEvent[] = [];
    await using server = await serveGreetings({ observe: (event) => events.push(event) });
    const client = await connect(server, { pin: "2026-07-28" });

    await client.callTool({
      ...greetAda,
      _meta: { traceparent: "00-0af7651916cdf3dd0448eb211c80319c-b7ad6b7169203331-01" },
    });

    expect(events.at(-1)).toMatchObject({ kind: "call.closed", outcome: "answered" });
    expect(events[0]).toMatchObject({
      kind: "call.opened",
      agentId: "tester",
      traceId: "0af76519-16cd-f3dd-0448-eb211c80319c",
    });
    await client.close();
  });

  it("serves a client whose long name is truncated inside a surrogate pair", async () => {
    await using server = await serveGreetings();
    const client = await connect(server, { pin: "2026-07-28" }, `${"a".repeat(199)}😀`);

    const { isError } = await client.callTool(greetAda);

    expect(isError).toBe(false);
    await client.close();
  });

  it("aborts the handler when a client disconnects", async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    await using server = await serve([waitingTool(started.resolve, aborted.resolve)], {
      name: "waiting",
      version: "1.0.0",
      port: 0,
      logCalls: "off",
    });
    const client = await connect(server, { pin: "2026-07-28" });
    const controller = new AbortController();

    const call = client.callTool(
      { name: "wait-long", arguments: {} },
      { signal: controller.signal },
    );
    await started.promise;
    controller.abort();

    await expect(call).rejects.toBeInstanceOf(Error);
    await expect(aborted.promise).resolves.toBeUndefined();
    await client.close();
  });

  it("aborts running calls on disposal", async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const server = await serve([waitingTool(started.resolve, aborted.resolve)], {
      name: "waiting",
      version: "1.0.0",
      port: 0,
      logCalls: "off",
    });
    const client = await connect(server, { pin: "2026-07-28" });

    const call = client.callTool({ name: "wait-long", arguments: {} });
    await started.promise;
    await Promise.all([server[Symbol.asyncDispose](), expect(call).rejects.toBeInstanceOf(Error)]);

    await expect(aborted.promise).resolves.toBeUndefined();
    await client.close();
  });

  it("identifies a legacy client by its handshake on a lasting connection", async () => {
    const script = new URL("../testing/serve-greetings.ts", import.meta.url).pathname;
    const client = newClient("legacy");
    await client.connect(new StdioClientTransport({ command: execPath, args: [script] }));

    const { structuredContent } = await client.callTool(greetAda);

    expect(structuredContent).toMatchObject({ data: { greeting: "Hello, Ada!" } });
    await client.close();
  }, 10_000);

  it("serves a modern client over stdio", async () => {
    const script = new URL("../testing/serve-greetings.ts", import.meta.url).pathname;
    const client = newClient({ pin: "2026-07-28" });
    await client.connect(new StdioClientTransport({ command: execPath, args: [script] }));

    const { isError } = await client.callTool(greetAda);

    expect(isError).toBe(false);
    await client.close();
  }, 10_000);

  it("refuses to start with two tools of the same name", async () => {
    await expect(
      serve([greetTool, greetTool], { name: "a", version: "1.0.0", port: 0 }),
    ).rejects.toThrow("same name");
  });

  it("refuses to start with a tool that needs approval", async () => {
    const { terms } = greetTool.contract;
    const guarded = {
      ...greetTool,
      contract: contract({ terms: { ...terms, approval: "caller" } }),
    };

    await expect(serve([guarded], { name: "a", version: "1.0.0", port: 0 })).rejects.toThrow(
      "approval",
    );
  });

  it("logs the stack of a throwing handler, which the caller does not see", async () => {
    const lines: string[] = [];
    const broken = defineTool({
      ...waiting,
      handler: () => {
        throw new RangeError("no such row in /srv/cards.db");
      },
    });
    await using server = await serve([broken], {
      name: "broken",
      version: "1.0.0",
      port: 0,
      logCalls: "off",
      logFailure: (line) => lines.push(line),
    });
    const client = await connect(server, { pin: "2026-07-28" });

    const answer = await client.callTool({ name: "wait-long", arguments: {} });

    expect(JSON.stringify(answer)).not.toContain("cards.db");
    expect(lines).toEqual([
      expect.stringMatching(
        /"tool":"wait-long".*RangeError: no such row in \/srv\/cards.db\\n +at /,
      ),
    ]);
    await client.close();
  });

  it("refuses to start with a tool that breaks a rule, and lists the findings", async () => {
    const terse = defineTool({ ...waiting, description: "Waits.", handler: neverAnswers });
    const options = { name: "a", version: "1.0.0", port: 0 };

    const refusal = await serve([terse], options).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(ToolRefused);
    expect(String(refusal)).toContain("meta/description-long-enough");
    expect(refusal instanceof ToolRefused && isCallable(refusal.findings)).toBe(false);
    await using server = await serve([terse], { ...options, profiles: ["registry"] });
    expect(server.url).toBeDefined();
  });

  it("refuses to start on a port in use", async () => {
    await using server = await serveGreetings();

    await expect(serveGreetings({ port: Number(server.url?.port) })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });
});

interface Sent {
  readonly path?: string;
  readonly body?: string;
}

function statusOf(
  server: Served,
  headers: Record<string, string>,
  { path = "/mcp", body = "{}" }: Sent = {},
) {
  return new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = server.url ?? {};
    const sent = request({ hostname, port, path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("HTTP endpoint", () => {
  it.each([{ origin: "https://evil.example" }, { origin: "null" }, { host: "evil.example" }])(
    "rejects requests from a web page: %j",
    async (headers) => {
      await using server = await serveGreetings();

      expect(await statusOf(server, { "content-type": "application/json", ...headers })).toBe(403);
    },
  );

  it("answers 404 on any other path", async () => {
    await using server = await serveGreetings();

    expect(await statusOf(server, {}, { path: "/other" })).toBe(404);
  });
});

describe("malformed HTTP requests", () => {
  const json = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };

  it.each([
    [415, { ...json, "content-type": "text/plain" }, "{}"],
    [400, json, "{{{"],
    [413, json, "x".repeat(4 * 1024 * 1024 + 1)],
  ])(
    "get %d for a wrong content type, invalid JSON or a body over 4 MB",
    async (status, headers, body) => {
      await using server = await serveGreetings();

      expect(await statusOf(server, headers, { body })).toBe(status);
    },
  );
});
