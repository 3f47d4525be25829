import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { fakeEntranceDeps, fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall } from "../pipeline/call.ts";
import { createCallers } from "./callers.ts";
import { createFastLane } from "./fast-lane.ts";
import { type Listening, listenHttp } from "./http.ts";
import { createMcpServer } from "./mcp-server.ts";
import { Sessions } from "./sessions.ts";

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function callTool({ arguments: given }: IncomingCall): Promise<CheckedResult> {
  const way = isJsonObject(given) ? given["way"] : undefined;
  if (way === "unknown") throw new Refusal("tool-unknown", { tool: "echo" });
  if (way === "invalid") throw new Refusal("input-invalid", { tool: "echo", issues: ["/a"] });
  if (way === "undeclared") {
    const details = { tool: "echo", asking: "sampling", because: "not-declared" } as const;
    throw new Refusal("interaction-required", details);
  }
  if (way === "bug") throw new Error("hunter2");
  const meta = way === "meta" ? { meta: { kept: 1 } } : {};
  const ours = way === "ours" ? { onlyForUs: 1 } : {};
  return {
    content: [{ type: "text", text: "hi" }],
    structuredContent: { a: 1 },
    isError: false,
    ...meta,
    ...ours,
  };
}

const tools = [{ name: "echo", inputSchema: { type: "object" } }];
const line = fakeGatewayApi({ listed: () => tools, callTool });

function open(withFastLane: boolean, taken: string[] = []): Promise<Listening> {
  const deps = fakeEntranceDeps(line);
  const callers = createCallers(deps.arrival.principal, undefined);
  const sessions = new Sessions({
    clock: createFakeClock(),
    newId: deps.arrival.newId,
    serverFor: () => createMcpServer(deps, { era: "legacy", stays: true }, callers.principalOf),
    ownerOf: () => "local",
    principalOf: () => "local",
  });
  const lane = createFastLane(deps, sessions, callers.principalOf);
  return listenHttp({
    host: "127.0.0.1",
    port: 0,
    sessions,
    shutdown: deps.shutdown,
    clock: createFakeClock(),
    doors: [
      {
        path: "/mcp",
        serverFor: (client) => createMcpServer(deps, client, callers.principalOf),
        fullList: () => tools,
        ...(withFastLane && {
          fastLane: (...request) => {
            const isTaken = lane(...request);
            if (isTaken) taken.push(JSON.stringify(request[0]["method"]));
            return isTaken;
          },
        }),
      },
    ],
    whyNotReady: () => [],
    callers,
    resource: undefined,
  });
}

interface Sent {
  readonly era: "modern" | "legacy";
  readonly method: string;
  readonly params: JsonObject;
  readonly headers?: Record<string, string>;
  /** Null for a notification. */
  readonly id?: null;
}

function headersOf({ era, method, params }: Sent): Record<string, string> {
  const name = typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
  return era === "modern"
    ? { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name }
    : { "mcp-protocol-version": "2025-11-25" };
}

async function send({ url }: Listening, { era, method, params, headers, id }: Sent) {
  const sent = era === "modern" ? { _meta: modernMeta, ...params } : params;
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify({
      jsonrpc: "2.0",
      ...(id === null ? {} : { id: "q" }),
      method,
      params: sent,
    }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headersOf({ era, method, params }),
      ...headers,
    },
  });
  const text = await response.text();
  const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "null");
  const session = response.headers.get("mcp-session-id") ?? "none";
  return { status: response.status, answer: parseJson(json), session };
}

const requests: readonly Omit<Sent, "era">[] = [
  { method: "tools/list", params: {} },
  ...["fine", "meta", "ours", "unknown", "invalid", "undeclared", "bug"].map((way) => ({
    method: "tools/call",
    params: { name: "echo", arguments: { way } },
  })),
];

const ofOneEra = { modern: "server/discover", legacy: "ping" } as const;

describe.each(["modern", "legacy"] as const)("the fast lane, %s era", (era) => {
  it.each([...requests, { method: ofOneEra[era], params: {} }])(
    "answers like the other lane: $method $params",
    async (request) => {
      const taken: string[] = [];
      await using fast = await open(true, taken);
      await using slow = await open(false);

      const answer = await send(fast, { era, ...request });

      expect(answer).toEqual(await send(slow, { era, ...request }));
      expect(taken).toEqual([JSON.stringify(request.method)]);
    },
  );
});

describe("the fast lane hands over", () => {
  const call = {
    era: "modern",
    method: "tools/call",
    params: { name: "echo", arguments: {} },
  } as const;

  it.each<[string, Sent]>([
    ["a name that is not the body's", { ...call, headers: { "mcp-name": "other" } }],
    ["a method that is not the body's", { ...call, headers: { "mcp-method": "tools/list" } }],
    [
      "an older version in the header",
      { ...call, headers: { "mcp-protocol-version": "2025-11-25" } },
    ],
    ["an unknown version", { ...call, headers: { "mcp-protocol-version": "2031-01-01" } }],
    ["a parameter in a header", { ...call, headers: { "mcp-param-tenant": "b" } }],
    ["an unknown session", { ...call, era: "legacy", headers: { "mcp-session-id": "s" } }],
    ["a client that takes no stream", { ...call, headers: { accept: "application/json" } }],
    ["another method", { era: "legacy", method: "prompts/list", params: {} }],
    ["a ping of the era that has none", { era: "modern", method: "ping", params: {} }],
    [
      "a discovery of the era that has none",
      { era: "legacy", method: "server/discover", params: {} },
    ],
    [
      "log lines",
      {
        ...call,
        params: {
          ...call.params,
          _meta: { ...modernMeta, "io.modelcontextprotocol/logLevel": "info" },
        },
      },
    ],
    [
      "progress",
      { ...call, params: { ...call.params, _meta: { ...modernMeta, progressToken: 1 } } },
    ],
  ])("%s", async (_, request) => {
    const taken: string[] = [];
    await using server = await open(true, taken);

    await send(server, request);

    expect(taken).toEqual([]);
  });
});

it("the fast lane aborts a call whose caller has disconnected", async () => {
  const left = Promise.withResolvers<void>();
  const deaf = {
    ...line,
    callTool: (_call: IncomingCall, signal: Cancellation) => {
      signal.addEventListener("abort", () => left.resolve());
      leaving.abort();
      return new Promise<CheckedResult>(() => undefined);
    },
  };
  const leaving = new AbortController();
  await using server = await openFakeHttp(deaf);

  const answer = fetch(server.url, {
    method: "POST",
    signal: leaving.signal,
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}',
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
  });

  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  await expect(left.promise).resolves.toBeUndefined();
});

async function introduce(server: Listening, capabilities: JsonObject): Promise<string> {
  const clientInfo = { name: "tester", version: "9" };
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const { session } = await send(server, { era: "legacy", method: "initialize", params });
  return session;
}

describe("the fast lane in a session", () => {
  const call: Sent = { era: "legacy", method: "tools/call", params: { name: "echo" } };

  it("answers a client that wants only answers", async () => {
    const taken: string[] = [];
    await using server = await open(true, taken);
    const session = await introduce(server, { roots: {}, experimental: {} });
    const headers = { "mcp-session-id": session };

    await send(server, { ...call, headers });
    expect(taken).toEqual([]);
    const plain = { "mcp-session-id": await introduce(server, { experimental: {} }) };
    await send(server, { ...call, headers: plain });
    await send(server, { ...call, method: "ping", params: {}, headers: plain });

    expect(taken).toEqual(['"tools/call"', '"ping"']);
  });

  it("hands over a client that wants log lines", async () => {
    const taken: string[] = [];
    await using server = await open(true, taken);
    const headers = { "mcp-session-id": await introduce(server, {}) };
    const level = { method: "logging/setLevel", params: { level: "info" } };
    await send(server, { era: "legacy", ...level, headers });

    await send(server, { ...call, headers });

    expect(taken).toEqual([]);
  });

  it("ends a call that its client cancels, and knows the client", async () => {
    const calls: IncomingCall[] = [];
    const called = Promise.withResolvers<void>();
    await using server = await openFakeHttp({
      ...line,
      callTool: (given, signal) => {
        calls.push(given);
        called.resolve();
        return new Promise((_, reject) => {
          const end = new Refusal("cancelled", { tool: "echo", mayHaveActed: false });
          signal.addEventListener("abort", () => reject(end));
        });
      },
    });
    const headers = { "mcp-session-id": await introduce(server, {}) };
    const running = send(server, { ...call, headers });
    await called.promise;

    const cancelled = { method: "notifications/cancelled", params: { requestId: "q" } };
    await send(server, { era: "legacy", ...cancelled, id: null, headers });

    expect((await running).answer).toMatchObject({ error: { code: 7002 } });
    expect(calls).toMatchObject([{ agent: { name: "tester", version: "9" } }]);
  });
});
