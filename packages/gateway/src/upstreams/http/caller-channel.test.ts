import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  answering,
  type Handlers,
  initialized,
  json,
  legacy,
  listen,
  modern,
  stream,
} from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it } from "vitest";
import { EraMemory } from "../connection.ts";
import type { Asking, CallerChannel, LogMessage, Upstream } from "../upstream.ts";
import { openHttpUpstream } from "./open-http-upstream.ts";

const noAbort = new AbortController().signal;

function open(url: URL, allowedRequests?: readonly Asking[]): Promise<Upstream> {
  return openHttpUpstream(
    { kind: "streamable_http", url },
    {
      clock: systemClock,
      listeners: { toolsChanged: () => undefined },
      signal: noAbort,
      memory: new EraMemory(systemClock),
      searchPath: "",
      ...(allowedRequests && { allowedRequests }),
    },
  );
}

function metaOf(result: JsonObject): JsonObject {
  const meta = own(result, "_meta");
  return isJsonObject(meta) ? meta : {};
}

const can: CallerChannel = {
  capabilities: { elicitation: { form: {} }, sampling: {}, experimental: { of: "the caller" } },
  log: { level: "notice", onMessage: () => undefined },
};

describe("a modern server", () => {
  it("gets the caller's capabilities and log level with each request", async () => {
    await using server = await listen(modern);
    await using upstream = await open(server.url);
    const echoed = await upstream.callTool({ name: "echo", arguments: {}, channel: can }, noAbort);

    expect(metaOf(echoed)).toMatchObject({
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} }, sampling: {} },
      "io.modelcontextprotocol/logLevel": "notice",
    });
    expect(JSON.stringify(echoed)).not.toContain("the caller");
    expect(metaOf(echoed)).not.toHaveProperty("progressToken");
  });

  it("ignores a caller's claim to be another sender", async () => {
    await using server = await listen({ ...modern, "prompts/get": echo });
    await using upstream = await open(server.url);
    const forged = {
      "io.modelcontextprotocol/clientInfo": { name: "somebody else" },
      "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
      progressToken: 1,
      traceparent: "00-1-2-03",
    };
    const channel: CallerChannel = { capabilities: {}, onProgress: () => undefined };
    const params = { resultType: "complete", _meta: forged };
    const echoed = await upstream.request({ method: "prompts/get", params, channel }, noAbort);

    expect(metaOf(echoed)).toMatchObject({
      "io.modelcontextprotocol/clientInfo": { name: "toolcourt" },
      "io.modelcontextprotocol/clientCapabilities": {},
      traceparent: "00-1-2-03",
    });
    expect(metaOf(echoed)["progressToken"]).not.toBe(1);
  });

  it("sees only the capabilities that it may use", async () => {
    await using server = await listen(modern);
    await using upstream = await open(server.url, ["elicitation"]);
    const log = { level: "loud", onMessage: () => undefined };
    const echoed = await upstream.callTool(
      { name: "echo", arguments: {}, channel: { ...can, log } },
      noAbort,
    );

    expect(metaOf(echoed)).toMatchObject({
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    });
    expect(metaOf(echoed)).not.toHaveProperty("io.modelcontextprotocol/logLevel");
  });

  it("gets the answers to its questions, and its state back", async () => {
    await using server = await listen(modern);
    await using upstream = await open(server.url);
    const resumption = { inputResponses: { sure: { action: "accept" } }, requestState: "s-1" };

    expect(
      await upstream.callTool({ name: "echo", arguments: {}, resumption }, noAbort),
    ).toMatchObject(resumption);
  });

  it("has its log lines sent to the caller on whose response they come", async () => {
    const line = { level: "error", data: "disk full" };
    await using server = await listen({
      ...modern,
      logs: ({ id, response }) => {
        stream(
          response,
          { jsonrpc: "2.0", method: "notifications/message", params: line },
          { jsonrpc: "2.0", id, result: { resultType: "complete" } },
        );
        response.end();
      },
    });
    await using upstream = await open(server.url);
    const received: LogMessage[] = [];
    const log = { level: "info", onMessage: (message: LogMessage) => received.push(message) };
    await upstream.callTool(
      { name: "logs", arguments: {}, channel: { capabilities: {}, log } },
      noAbort,
    );

    expect(received).toEqual([line]);
  });
});

/** Creates a legacy server that asks its caller and returns the caller's answer. */
function asking(): Handlers {
  let answered: ((answer: JsonValue) => void) | undefined;
  return {
    ...legacy,
    asks: ({ id, response }) => {
      answered = (answer) => {
        response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { answer } })}\n\n`);
      };
      const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
      stream(response, { jsonrpc: "2.0", id: 0, method: "elicitation/create", params });
    },
    // The answer to the server's own request has no method.
    else: ({ message, request, response }) => {
      response.writeHead(request.method === "GET" ? 405 : 202).end();
      if (own(message, "id") === 0) answered?.(message);
    },
  };
}

describe("a legacy server", () => {
  it("learns in the handshake what it may ask, and nothing else", async () => {
    const told: JsonValue[] = [];
    const hello: Handlers = {
      ...legacy,
      initialize: ({ id, params, response }) => {
        told.push(own(params, "capabilities") ?? null);
        json(response, { jsonrpc: "2.0", id, result: initialized });
      },
    };
    await using server = await listen(hello);
    await using one = await open(server.url, ["elicitation"]);
    await using other = await open(server.url);

    expect([one.era, other.era]).toEqual(["legacy", "legacy"]);
    expect(told).toEqual([{ elicitation: { form: {}, url: {} } }, {}]);
  });

  it("has its question answered by the caller of the call", async () => {
    await using server = await listen(asking());
    await using upstream = await open(server.url, ["elicitation"]);
    const channel: CallerChannel = {
      capabilities: {},
      ask: async ({ params }) => ({
        action: "accept",
        content: { received: params["message"] ?? "" },
      }),
    };

    expect(await upstream.callTool({ name: "asks", arguments: {}, channel }, noAbort)).toEqual({
      answer: {
        jsonrpc: "2.0",
        id: 0,
        result: { action: "accept", content: { received: "Sure?" } },
      },
    });
  });

  it.each([{ allowedRequests: undefined }, { allowedRequests: ["elicitation"] as const }])(
    "gets an immediate answer if no caller can be asked: $allowedRequests",
    async ({ allowedRequests }) => {
      await using server = await listen(asking());
      await using upstream = await open(server.url, allowedRequests);

      expect(await upstream.callTool({ name: "asks", arguments: {} }, noAbort)).toMatchObject({
        answer: { result: { action: "cancel" } },
      });
    },
  );

  it("does not get the fields that only a modern one asks for", async () => {
    await using server = await listen({ ...legacy, odd: echo });
    await using upstream = await open(server.url);
    const result = await upstream.callTool(
      { name: "odd", arguments: {}, channel: can, resumption: { requestState: "s" } },
      noAbort,
    );

    expect(result).toEqual({ name: "odd", arguments: {} });
  });
});

const echo: Handlers[string] = (exchange) => answering(exchange.params)(exchange);
