import { request } from "node:http";
import { McpServer } from "@modelcontextprotocol/server";
import { createCertificate } from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createCallers } from "./callers.ts";
import type { HttpDoor } from "./doors.ts";
import { GracefulShutdown } from "./graceful-shutdown.ts";
import { type HttpEntrance, type Listening, listenHttp } from "./http.ts";
import type { ServerTls } from "./listen-on.ts";
import { Sessions } from "./sessions.ts";

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

function serverFor(): McpServer {
  return new McpServer({ name: "t", version: "1" }, { capabilities: { tools: {} } });
}

const door: HttpDoor = { path: "/mcp", serverFor, fullList: () => [] };

function parts() {
  const clock = createFakeClock();
  const doors: HttpEntrance["doors"] = [door];
  return {
    doors,
    sessions: new Sessions({
      clock,
      newId: () => "s1",
      serverFor,
      ownerOf: () => "local",
      principalOf: () => "local",
    }),
    shutdown: new GracefulShutdown(clock),
    clock,
    callers: createCallers({ id: "local", permissions: "all" }, undefined),
    resource: undefined,
  };
}

function open(isReady = true): Promise<Listening> {
  return listenHttp({
    host: "127.0.0.1",
    port: 0,
    ...parts(),
    whyNotReady: () =>
      isReady ? [] : [{ code: "server-unreachable", text: "A required server is not connected." }],
  });
}

const prepare = () => Promise.reject(new Error("not now"));

it("hands out how to read the files of TLS again, and nothing without TLS", async () => {
  const { cert, key } = createCertificate("localhost");
  const current = (): ServerTls => ({ cert, key, minVersion: "TLSv1.2" });
  const tls = { current, onReplaced: () => undefined, prepare };
  const place = { host: "127.0.0.1", port: 0, ...parts(), whyNotReady: () => [] };
  await using listening = await listenHttp({ ...place, tls });
  await using plain = await open();

  expect([listening.prepareTls, plain.prepareTls]).toEqual([prepare, undefined]);
});

function send({ url }: Listening, { path = "/mcp", method = "POST", headers, body }: Sent) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const { hostname, port } = url;
    const json = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const sent = request(
      { hostname, port, path, method, headers: { ...json, ...headers } },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe("listenHttp", () => {
  it("speaks the protocol under its path", async () => {
    await using server = await open();

    expect(await send(server, { body: ping })).toMatchObject({ status: 200 });
  });

  it.each([
    ["a duplicate key", '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', -32_700],
    ["a batch", `[${ping}]`, -32_600],
    [
      "arguments as text",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":"{}"}}',
      -32_602,
    ],
    ["bytes that are no text", Buffer.from([0x22, 0xff, 0x22]), -32_700],
  ])("refuses %s before processing it", async (_, body, code) => {
    await using server = await open();

    const { status, text } = await send(server, { body });

    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code } });
  });

  it("does not read an oversized body to its end", async () => {
    await using server = await open();
    const headers = { "content-length": String(5 * 1024 * 1024) };

    expect(await send(server, { headers, body: "{" })).toMatchObject({ status: 413 });
  });

  it.each([{ host: "evil.example" }, { origin: "https://evil.example" }, { origin: "null" }])(
    "refuses web pages: %j",
    async (headers) => {
      await using server = await open();

      expect(await send(server, { headers, body: ping })).toMatchObject({ status: 403 });
    },
  );

  it.each(["TRACE", "PUT", "OPTIONS"])("refuses the method %s", async (method) => {
    await using server = await open();

    expect(await send(server, { method })).toMatchObject({ status: 405 });
  });

  it("refuses a compressed body", async () => {
    await using server = await open();
    const headers = { "content-encoding": "gzip" };

    expect(await send(server, { headers, body: ping })).toMatchObject({ status: 415 });
  });

  it("refuses a form", async () => {
    await using server = await open();
    const headers = { "content-type": "text/plain" };

    expect(await send(server, { headers, body: ping })).toMatchObject({ status: 415 });
  });

  it.each([
    ["/healthz", true, 200],
    ["/healthz", false, 200],
    ["/readyz", true, 200],
    ["/readyz", false, 503],
    ["/", true, 404],
  ])("answers %s with ready=%s by %i", async (path, isReady, status) => {
    await using server = await open(isReady);

    expect(await send(server, { path, method: "GET" })).toMatchObject({ status });
  });

  it("refuses to open on a port in use", async () => {
    await using server = await open();
    const taken = Number(server.url.port);

    await expect(
      listenHttp({
        host: "127.0.0.1",
        port: taken,
        ...parts(),
        whyNotReady: () => [],
      }),
    ).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
