import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  answering,
  type Exchange,
  type Handlers,
  json,
  legacy,
  listen,
  modern,
  refuseWith,
  stream,
} from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it } from "vitest";
import { EraMemory } from "../connection.ts";
import type { Progress, Upstream } from "../upstream.ts";
import { openHttpUpstream } from "./open-http-upstream.ts";
import { maxResponseBytes } from "./response-reading.ts";

const noAbort = new AbortController().signal;

function open(
  url: URL,
  memory: EraMemory = new EraMemory(systemClock),
  answeredLate?: () => void,
): Promise<Upstream> {
  return openHttpUpstream(
    { kind: "streamable_http", url },
    {
      clock: systemClock,
      listeners: { toolsChanged: () => undefined, ...(answeredLate && { answeredLate }) },
      signal: noAbort,
      memory,
      searchPath: "",
      readsAfterCancel: answeredLate !== undefined,
    },
  );
}

function call(upstream: Upstream, name: string): Promise<JsonObject> {
  return upstream.callTool({ name, arguments: {} }, noAbort);
}

const complex = {
  content: [],
  structuredContent: { rows: Array.from({ length: 300_000 }, () => 1) },
};

const oddTools: Handlers = {
  echo: ({ id, params, response }) => json(response, { jsonrpc: "2.0", id, result: params }),
  busy: ({ response }) => response.writeHead(503, { "retry-after": "7" }).end("try later"),
  locked: ({ response }) => response.writeHead(401).end(),
  scoped: ({ response }) =>
    response
      .writeHead(403, { "www-authenticate": 'Bearer error="insufficient_scope", scope="all"' })
      .end(),
  moved: ({ response }) => response.writeHead(307, { location: "/elsewhere" }).end(),
  unknown: ({ id, response }) =>
    json(response, { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }, 404),
  fails: ({ id, response }) =>
    json(response, { jsonrpc: "2.0", id, error: { code: 42, message: "hunter2" } }),
  junk: ({ response }) => json(response, { hello: "world" }),
  broken: ({ response }) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{"),
  page: ({ response }) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  other: ({ response }) => json(response, { jsonrpc: "2.0", id: 77, result: {} }),
  accepted: ({ response }) => response.writeHead(202).end(),
  reset: ({ response }) => response.socket?.destroy(),
  cut: ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{", () => response.socket?.destroy());
  },
  empty: ({ response }) => {
    stream(response);
    response.end();
  },
  huge: ({ id, response }) =>
    json(response, { jsonrpc: "2.0", id, result: { content: "x".repeat(maxResponseBytes) } }),
  complex: ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: complex }),
  "complex event": ({ id, response }) => {
    const noise = { jsonrpc: "2.0", method: "notifications/odd", params: complex };
    stream(response, noise, { jsonrpc: "2.0", id, result: complex });
  },
  flood: ({ id, response }) => {
    stream(response, { jsonrpc: "2.0", id, result: { content: "x".repeat(maxResponseBytes) } });
  },
};

describe("a server over HTTP that misbehaves", () => {
  it.each([
    { tool: "busy", fault: { kind: "http", status: 503, retryAfterMs: 7_000 } },
    { tool: "locked", fault: { kind: "http", status: 401 } },
    { tool: "scoped", fault: { kind: "http", status: 403 } },
    { tool: "moved", fault: { kind: "http", status: 307 } },
    { tool: "unknown", fault: { kind: "rpc", code: -32601 } },
    { tool: "fails", fault: { kind: "rpc", code: 42 } },
    { tool: "junk", fault: { kind: "garbled" } },
    { tool: "broken", fault: { kind: "garbled" } },
    { tool: "page", fault: { kind: "garbled" } },
    { tool: "other", fault: { kind: "garbled" } },
    { tool: "accepted", fault: { kind: "garbled" } },
    { tool: "reset", fault: { kind: "lost" } },
    { tool: "cut", fault: { kind: "lost" } },
    { tool: "empty", fault: { kind: "lost" } },
    { tool: "huge", fault: { kind: "garbled" } },
    { tool: "flood", fault: { kind: "garbled" } },
    { tool: "complex", fault: { kind: "too-complex", excess: "values" } },
    { tool: "complex event", fault: { kind: "too-complex", excess: "values" } },
  ])("by '$tool' is classified as $fault", async ({ tool, fault }) => {
    await using server = await listen({ ...legacy, ...oddTools });
    await using upstream = await open(server.url);

    await expect(call(upstream, tool)).rejects.toMatchObject({
      message: `The server did not answer as it should (${fault.kind}).`,
      fault,
    });
    await expect(call(upstream, "echo")).resolves.toMatchObject({ name: "echo" });
  });

  it("cannot make us follow its redirect", async () => {
    await using server = await listen({ ...legacy, ...oddTools });
    await using upstream = await open(server.url);
    await call(upstream, "moved").catch(() => undefined);

    expect(server.seen.map(({ url }) => url)).not.toContain("/elsewhere");
  });
});

describe("an absent server over HTTP", () => {
  it("is unreachable when it is opened", async () => {
    const server = await listen({});
    await server[Symbol.asyncDispose]();

    await expect(open(server.url)).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it("is unreachable if it went away after the handshake", async () => {
    const server = await listen(legacy);
    await using upstream = await open(server.url);
    await server[Symbol.asyncDispose]();

    await expect(call(upstream, "echo")).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it("never has its password repeated in an error", async () => {
    const server = await listen({});
    await server[Symbol.asyncDispose]();
    const url = new URL(server.url);
    url.username = "ada";
    url.password = "hunter2";

    const error: unknown = await open(url).catch((thrown: unknown) => thrown);

    expect(everythingSaidBy(error)).not.toContain("hunter2");
  });

  it("keeps its HTTP status when it refuses the handshake", async () => {
    await using server = await listen({ else: refuseWith(401) });

    await expect(open(server.url)).rejects.toMatchObject({ fault: { kind: "http", status: 401 } });
  });
});

function everythingSaidBy(error: unknown): string {
  return error instanceof Error
    ? `${error.message} ${error.stack} ${everythingSaidBy(error.cause)}`
    : String(error);
}

describe("a legacy server over HTTP", () => {
  it("gets the user and password of its address, and keeps its session", async () => {
    await using server = await listen({ ...legacy, ...oddTools });
    const url = new URL(server.url);
    url.username = "ada";
    url.password = "lovelace";
    await using upstream = await open(url);
    await call(upstream, "echo");

    expect(server.seen.at(-1)?.headers).toMatchObject({
      authorization: `Basic ${btoa("ada:lovelace")}`,
      "mcp-session-id": "s-1",
    });
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("x-toolcourt-ticket");
  });

  it("is probed for its era once", async () => {
    let asked = 0;
    await using server = await listen({
      ...legacy,
      "server/discover": ({ response }) => {
        asked += 1;
        response.writeHead(400).end();
      },
    });
    const memory = new EraMemory(systemClock);
    await using first = await open(server.url, memory);
    await using second = await open(server.url, memory);

    expect({ eras: [first.era, second.era], asked }).toEqual({
      eras: ["legacy", "legacy"],
      asked: 1,
    });
  });

  it("sends progress before it answers", async () => {
    await using server = await listen({
      ...legacy,
      slow: ({ id, params, response }) => {
        const meta = own(params, "_meta");
        const token = isJsonObject(meta) ? own(meta, "progressToken") : undefined;
        const told = { progressToken: token ?? null, progress: 1, message: "half" };
        stream(
          response,
          { jsonrpc: "2.0", method: "notifications/progress", params: told },
          { jsonrpc: "2.0", id, result: {} },
        );
        response.end();
      },
    });
    await using upstream = await open(server.url);
    const seen: Progress[] = [];
    const onProgress = (progress: Progress): unknown => seen.push(progress);
    await upstream.callTool(
      { name: "slow", arguments: {}, channel: { capabilities: {}, onProgress } },
      noAbort,
    );

    expect(seen).toEqual([{ progress: 1, message: "half" }]);
  });

  it("is asked for the rest when a stream of numbered events breaks off", async () => {
    let waiting: JsonValue = null;
    await using server = await listen({
      ...legacy,
      breaks: ({ id, response }) => {
        waiting = id;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end("id: 41\nretry: 1\ndata:\n\n");
      },
      else: ({ request, response }) => {
        if (request.headers["last-event-id"] !== "41") {
          response.writeHead(request.method === "GET" ? 405 : 202).end();
          return;
        }
        stream(response, { jsonrpc: "2.0", id: waiting, result: { late: true } });
      },
    });
    await using upstream = await open(server.url);

    expect(await call(upstream, "breaks")).toEqual({ late: true });
  });

  it("is notified when a caller leaves, and its response is closed", async () => {
    const [cancelled, closed] = [Promise.withResolvers<JsonValue>(), Promise.withResolvers<void>()];
    const caller = new AbortController();
    await using server = await listen({
      ...legacy,
      silence: ({ response }) => {
        response.once("close", () => closed.resolve());
        stream(response);
        caller.abort(new Error("enough"));
      },
      "notifications/cancelled": ({ params, response }) => {
        cancelled.resolve(params);
        response.writeHead(202).end();
      },
    });
    await using upstream = await open(server.url);
    const answer = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);

    await expect(answer).rejects.toThrow("enough");
    await expect(cancelled.promise).resolves.toMatchObject({ reason: "The caller left." });
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it.each<{ form: string; answer: Handlers[string] }>([
    {
      form: "at once",
      answer: ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: {} }),
    },
    {
      form: "on a stream",
      answer: ({ id, response }) => stream(response, { jsonrpc: "2.0", id, result: {} }),
    },
  ])("is read to the end $form if the late answer is wanted", async (each) => {
    const late = Promise.withResolvers<void>();
    const caller = new AbortController();
    const left: Exchange[] = [];
    await using server = await listen({
      ...legacy,
      silence: (exchange) => {
        left.push(exchange);
        caller.abort(new Error("enough"));
      },
      "notifications/cancelled": ({ response }) => {
        response.writeHead(202).end();
        for (const exchange of left) each.answer(exchange);
      },
    });
    await using upstream = await open(server.url, undefined, late.resolve);
    const answer = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);

    await expect(answer).rejects.toThrow("enough");
    await expect(late.promise).resolves.toBeUndefined();
  });

  it("has its response closed even if it ignores the cancellation", async () => {
    const closed = Promise.withResolvers<void>();
    const caller = new AbortController();
    await using server = await listen({
      ...legacy,
      silence: ({ response }) => {
        response.once("close", () => closed.resolve());
        caller.abort(new Error("enough"));
      },
      "notifications/cancelled": () => undefined,
    });
    await using upstream = await open(server.url);
    const answer = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);

    await expect(answer).rejects.toThrow("enough");
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it("gets a password with a bare percent sign", async () => {
    await using server = await listen({ ...legacy, ...oddTools });
    const url = new URL(server.url);
    url.username = "ada";
    url.password = "100%!";
    await using upstream = await open(url);
    await call(upstream, "echo");

    expect(server.seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa("ada:100%!")}`);
  });

  it("is lost when it has forgotten our session", async () => {
    await using server = await listen({
      ...legacy,
      ping: refuseWith(404),
      gone: refuseWith(404),
    });
    await using upstream = await open(server.url);

    await expect(call(upstream, "gone")).rejects.toMatchObject({ fault: { status: 404 } });
    await expect(upstream.lost).resolves.toBeUndefined();
  });
});

describe("a modern server over HTTP", () => {
  it("is listed with all unusual fields", async () => {
    await using server = await listen(modern);
    await using upstream = await open(server.url);

    expect(upstream.era).toBe("modern");
    expect(await upstream.listTools(noAbort)).toEqual([
      { name: "echo", inputSchema: { type: "object" }, odd: 1 },
      { name: 7 },
      "?",
    ]);
  });

  it("gets the sender in every request, in headers that agree with the body", async () => {
    await using server = await listen(modern);
    await using upstream = await open(server.url);

    expect(await call(upstream, "echo")).toMatchObject({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "toolcourt" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
    expect(server.seen.at(-1)?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "echo",
    });
  });

  it.each([
    { resultType: "complete", content: [{ type: "hologram", depth: 3 }], structuredContent: null },
    { content: [], structuredContent: "without a word on its type" },
    { resultType: "input_required", inputRequests: { a: { method: "odd" } }, requestState: "s" },
  ])("returns results as received: $resultType", async (result) => {
    await using server = await listen({ ...modern, odd: answering(result) });
    await using upstream = await open(server.url);

    expect(await call(upstream, "odd")).toEqual(result);
  });

  it.each([{ resultType: null }, { resultType: "task", taskId: "t" }, { resultType: 7 }, []])(
    "is garbled when it answers %j",
    async (result) => {
      await using server = await listen({ ...modern, odd: answering(result) });
      await using upstream = await open(server.url);

      await expect(call(upstream, "odd")).rejects.toMatchObject({ fault: { kind: "garbled" } });
    },
  );

  it("sees only its response closed when a caller leaves", async () => {
    const closed = Promise.withResolvers<void>();
    const caller = new AbortController();
    await using server = await listen({
      ...modern,
      silence: ({ response }) => {
        response.once("close", () => closed.resolve());
        stream(response);
        caller.abort(new Error("enough"));
      },
    });
    await using upstream = await open(server.url);
    const answer = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);

    await expect(answer).rejects.toThrow("enough");
    await closed.promise;
    expect(server.seen.map(({ headers }) => headers["mcp-method"])).toEqual([
      "server/discover",
      "tools/call",
    ]);
  });

  it("gets the arguments that its list requires in headers", async () => {
    const inputSchema = { properties: { region: { type: "string", "x-mcp-header": "Region" } } };
    const tools = [{ name: "echo", inputSchema }];
    const listed = answering({ resultType: "complete", tools });
    await using server = await listen({ ...modern, "tools/list": listed });
    await using upstream = await open(server.url);
    await upstream.listTools(noAbort);
    await upstream.callTool({ name: "echo", arguments: { region: "eu" } }, noAbort);

    expect(server.seen.at(-1)?.headers).toMatchObject({ "mcp-param-region": "eu" });
  });

  it("is not probed for its era again", async () => {
    await using server = await listen(modern);
    const memory = new EraMemory(systemClock);
    await using first = await open(server.url, memory);
    await using second = await open(server.url, memory);
    await call(second, "echo");

    expect([first.era, second.era]).toEqual(["modern", "modern"]);
    expect(server.seen).toHaveLength(2);
  });
});
