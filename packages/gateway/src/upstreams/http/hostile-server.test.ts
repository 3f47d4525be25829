import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { event, type Handlers, legacy, listen, stream } from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it } from "vitest";
import { EraMemory } from "../connection.ts";
import type { Upstream } from "../upstream.ts";
import { openHttpUpstream } from "./open-http-upstream.ts";

const noAbort = new AbortController().signal;
const megabyte = 1024 * 1024;

function open(url: URL, clock = systemClock): Promise<Upstream> {
  return openHttpUpstream(
    { kind: "streamable_http", url },
    {
      clock,
      listeners: { toolsChanged: () => undefined },
      signal: noAbort,
      memory: new EraMemory(clock),
      searchPath: "",
    },
  );
}

function call(upstream: Upstream, name: string, signal = noAbort): Promise<JsonObject> {
  return upstream.callTool({ name, arguments: {} }, signal);
}

/** Writes until the reader closes the response. */
function pour(response: ServerResponse, piece: string): void {
  while (!response.destroyed && response.write(piece));
  response.once("drain", () => pour(response, piece));
}

function answer(id: JsonValue, result: JsonValue = {}): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

const asJson = { "content-type": "application/json" };

const large: Handlers = {
  "50 MB": ({ response }) => {
    response.writeHead(200, { ...asJson, "content-length": 50 * megabyte });
    pour(response, "x".repeat(megabyte));
  },
  "50 MB of unknown length": ({ response }) => {
    response.writeHead(200, asJson);
    pour(response, "x".repeat(megabyte));
  },
  "an event without end": ({ response }) => {
    stream(response);
    pour(response, `data: ${"x".repeat(megabyte)}`);
  },
  "lines without an end of the event": ({ response }) => {
    stream(response);
    pour(response, `data: ${"x".repeat(1_000)}\n`.repeat(1_000));
  },
  "a million pieces of content": ({ response }) => {
    response.writeHead(200, asJson);
    response.end(`{"result":{"content":[${'{"type":"text"},'.repeat(1_000_000)}null]}}`);
  },
  "what unfolds to a thousand times its size": ({ response }) => {
    const body = gzipSync("x".repeat(11 * megabyte));
    response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(body);
  },
};

describe("SECURITY 62: a server that answers with", () => {
  it.each(Object.keys(large).map((name) => ({ name })))("$name is cut off", async ({ name }) => {
    await using server = await listen({ ...legacy, ...large });
    await using upstream = await open(server.url);

    await expect(call(upstream, name)).rejects.toMatchObject({ fault: { kind: "garbled" } });
  });

  it("endless unrelated events is read until the caller leaves", async () => {
    const caller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const piece = event({ jsonrpc: "2.0", method: "notifications/odd" }).repeat(100);
    await using server = await listen({
      ...legacy,
      chatters: ({ response }) => {
        response.once("close", () => closed.resolve());
        stream(response);
        pour(response, piece);
        setImmediate(() => caller.abort(new Error("enough")));
      },
    });
    await using upstream = await open(server.url);

    await expect(call(upstream, "chatters", caller.signal)).rejects.toThrow("enough");
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

describe("SECURITY 63: a stream of events", () => {
  it("that ends without an answer is lost", async () => {
    await using server = await listen({
      ...legacy,
      ends: ({ response }) => {
        stream(response, { jsonrpc: "2.0", method: "notifications/odd" });
        response.end(": still here\n\n");
      },
    });
    await using upstream = await open(server.url);

    await expect(call(upstream, "ends")).rejects.toMatchObject({ fault: { kind: "lost" } });
  });

  it("that only sends keepalives lasts no longer than the caller", async () => {
    const caller = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await listen({
      ...legacy,
      hums: ({ response }) => {
        response.once("close", () => closed.resolve());
        stream(response);
        response.write(": still here\n\n".repeat(1_000), () => caller.abort(new Error("enough")));
      },
    });
    await using upstream = await open(server.url);

    await expect(call(upstream, "hums", caller.signal)).rejects.toThrow("enough");
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it("that goes on after the answer is ignored, and closed soon", async () => {
    const closed = Promise.withResolvers<void>();
    let changes = 0;
    await using server = await listen({
      ...legacy,
      babbles: ({ id, response }) => {
        response.once("close", () => closed.resolve());
        const change = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
        stream(response, answer(id, { first: true }), answer(id, { first: false }), change);
      },
    });
    const clock = createFakeClock();
    await using upstream = await openHttpUpstream(
      { kind: "streamable_http", url: server.url },
      {
        clock,
        listeners: {
          toolsChanged: () => {
            changes += 1;
          },
        },
        signal: noAbort,
        memory: new EraMemory(clock),
        searchPath: "",
      },
    );
    const result = await call(upstream, "babbles");
    await clock.untilSleeping();
    await clock.advance(1_000);
    await closed.promise;

    expect({ result, changes }).toEqual({ result: { first: true }, changes: 0 });
  });
});

describe("SECURITY 64: a server that drips its answer byte by byte", () => {
  it("has until the caller leaves, and no longer", async () => {
    const caller = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await listen({
      ...legacy,
      drips: ({ response }) => {
        response.once("close", () => closed.resolve());
        response.writeHead(200, asJson);
        response.write("{", () => caller.abort(new Error("enough")));
      },
    });
    await using upstream = await open(server.url);

    await expect(call(upstream, "drips", caller.signal)).rejects.toThrow("enough");
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

describe("SECURITY 66: a server that fails", () => {
  const failing: Handlers = {
    "by an error of its own": ({ response }) => response.writeHead(500).end("<h1>Oops</h1>"),
    "at length": ({ response }) => response.writeHead(500, asJson).end("x".repeat(megabyte)),
    "because it is asked too often": ({ response }) =>
      response.writeHead(429, { "retry-after": "30" }).end(),
    "by sending us to log in": ({ response }) =>
      response.writeHead(302, { location: "https://login.example/" }).end(),
    "by showing a page": ({ response }) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<form>Log in</form>"),
    "by hanging up": ({ response }) => response.socket?.destroy(),
  };

  it.each([
    { way: "by an error of its own", fault: { kind: "http", status: 500 } },
    { way: "at length", fault: { kind: "http", status: 500 } },
    {
      way: "because it is asked too often",
      fault: { kind: "http", status: 429, retryAfterMs: 30_000 },
    },
    { way: "by sending us to log in", fault: { kind: "http", status: 302 } },
    { way: "by showing a page", fault: { kind: "garbled" } },
    { way: "by hanging up", fault: { kind: "lost" } },
  ])("$way is classified as $fault", async ({ way, fault }) => {
    await using server = await listen({ ...legacy, ...failing });
    await using upstream = await open(server.url);

    await expect(call(upstream, way)).rejects.toMatchObject({ fault });
  });

  it("is asked once, for any failure", async () => {
    let asked = 0;
    await using server = await listen({
      ...legacy,
      "hangs up": ({ response }) => {
        asked += 1;
        response.socket?.destroy();
      },
    });
    await using upstream = await open(server.url);
    await call(upstream, "hangs up").catch(() => undefined);
    await call(upstream, "no such tool").catch(() => undefined);

    expect(asked).toBe(1);
  });

  it("to speak TLS is unreachable", async () => {
    await using server = await listen(legacy);
    const url = new URL(server.url);
    url.protocol = "https:";

    await expect(open(url)).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });
});
