import { PassThrough } from "node:stream";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { fakeEntranceDeps, fakeGatewayApi, noRelays } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { beforeAll, describe, expect, it } from "vitest";
import type { CheckedResult } from "../pipeline/call.ts";
import { textIn } from "../relays/route.ts";
import type { EntranceDeps } from "./mcp-server.ts";
import { listenStdio } from "./stdio.ts";

const fine: CheckedResult = { content: [], isError: false };

function setUp(
  gateway: Partial<Parameters<typeof fakeGatewayApi>[0]> = {},
  stalled: EntranceDeps["stalled"] = () => undefined,
) {
  const clock = createFakeClock();
  const whole = fakeGatewayApi({ listed: () => [], callTool: async () => fine, ...gateway });
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  const chunks: AsyncIterator<unknown> = pipes.output[Symbol.asyncIterator]();
  let text = "";
  const next = async (): Promise<JsonObject> => {
    while (!text.includes("\n")) {
      const chunk = await chunks.next();
      if (chunk.done === true) return {};
      text += String(chunk.value);
    }
    const at = text.indexOf("\n");
    const message = parseJson(text.slice(0, at));
    text = text.slice(at + 1);
    return isJsonObject(message) ? message : {};
  };
  const send = (message: object | string | Buffer): void => {
    const isRaw = typeof message === "string" || Buffer.isBuffer(message);
    pipes.input.write(isRaw ? message : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const entrance = listenStdio({ ...fakeEntranceDeps(whole, clock), stalled }, pipes);
  return { clock, entrance, send, next, pipes };
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const hello = {
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "tester", version: "9" },
  },
};
const ping = { id: 1, method: "ping" };
const call = { id: 7, method: "tools/call", params: { name: "any" } };

// The SDK builds its schemas on first use, which takes longer than the test timeout.
beforeAll(async () => {
  const { entrance, send, next } = setUp();
  await using _ = entrance;
  send(hello);
  await next();
});

describe("the stdio entrance", () => {
  it("serves a legacy client", async () => {
    const { entrance, send, next } = setUp();
    await using _ = entrance;
    send(hello);

    expect(await next()).toMatchObject({ id: 0, result: { serverInfo: { name: "toolcourt" } } });
    send(call);
    expect(await next()).toMatchObject({ id: 7, result: { isError: false } });
  });

  it("serves a modern client", async () => {
    const { entrance, send, next } = setUp();
    await using _ = entrance;

    send({ ...call, params: { ...call.params, _meta: meta } });

    expect(await next()).toMatchObject({ id: 7, result: { resultType: "complete" } });
  });

  it.each([
    ["a key given twice", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n', -32_700, null],
    ["noise", "listening on port 80\n", -32_700, null],
    ["bytes that are no text", Buffer.from([0xff, 10]), -32_700, null],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32_600, null],
    ["params as a list", '{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}\n', -32_602, 5],
    ["a line without end", Buffer.alloc(4 * 1024 * 1024 + 1, "x"), -32_700, null],
  ] as const)("answers %s with an error and goes on", async (...[name, bad, code, id]) => {
    const { entrance, send, next } = setUp();
    await using _ = entrance;
    send(hello);
    await next();

    send(bad);

    expect(await next()).toMatchObject({ id, error: { code } });
    if (name === "a line without end") send("\n");
    send(ping);
    expect(await next()).toMatchObject({ id: 1, result: {} });
  });

  it("ignores empty lines", async () => {
    const { entrance, send, next } = setUp();
    await using _ = entrance;

    send("\n\r\n  \n");
    send(hello);

    expect(await next()).toMatchObject({ id: 0 });
  });

  it("reports that its client has gone", async () => {
    const { entrance, pipes } = setUp();
    pipes.input.end();

    await expect(entrance.gone).resolves.toBeUndefined();
  });

  it("notifies a listening modern client of a changed resource", async () => {
    const followed = new Map<string, () => void>();
    const { entrance, send, next } = setUp({
      relays: {
        ...noRelays,
        offered: () => new Set(["resources"]),
        follow: async ({ params }, changed) => {
          const uri = textIn(params, "uri");
          followed.set(uri, changed);
          return async () => void followed.delete(uri);
        },
      },
    });
    await using _ = entrance;
    const notifications = { resourceSubscriptions: ["x:a"] };
    send({ id: 4, method: "subscriptions/listen", params: { notifications, _meta: meta } });
    expect(await next()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });

    followed.get("x:a")?.();

    expect(await next()).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: "x:a" },
    });
    send({ method: "notifications/cancelled", params: { requestId: 4, _meta: meta } });
    send({ ...call, params: { ...call.params, _meta: meta } });
    await next();
    expect(followed.size).toBe(0);
  });
});

it("drops the subscriptions of a client that cancels its listening or is refused", async () => {
  const followed = new Set<string>();
  const { entrance, send, next } = setUp({
    relays: {
      ...noRelays,
      offered: () => new Set(["resources"]),
      follow: async ({ params }) => {
        const uri = textIn(params, "uri");
        followed.add(uri);
        return async () => void followed.delete(uri);
      },
    },
  });
  await using _ = entrance;
  const listen = (id: number, uri: string, more: object = {}): void => {
    const notifications = { resourceSubscriptions: [uri], ...more };
    send({ id, method: "subscriptions/listen", params: { notifications, _meta: meta } });
  };
  listen(4, "x:a");
  await next();
  expect([...followed]).toEqual(["x:a"]);

  send({ method: "notifications/cancelled", params: { requestId: 4 } });
  listen(5, "x:b", { toolsListChanged: "yes" });
  const { error } = await next();

  expect(error).toMatchObject({ code: -32_602 });
  await new Promise(setImmediate);
  expect([...followed]).toEqual([]);
});

describe("a stdio client that does not read", () => {
  const calls = `${JSON.stringify({ jsonrpc: "2.0", ...call })}\n`.repeat(500);
  const large: CheckedResult = {
    content: [{ type: "text", text: "a".repeat(20_000) }],
    isError: false,
  };

  it("is not read either, and is answered in full once it reads", async () => {
    const { entrance, send, next, pipes } = setUp({ callTool: async () => large });
    await using _ = entrance;
    send(hello);
    await next();

    send(calls);
    await new Promise((resolve) => pipes.input.once("pause", resolve));
    expect(pipes.input.isPaused()).toBe(true);
    for (let answers = 0; answers < 500; answers += 1)
      expect(await next()).toMatchObject({ id: 7 });

    expect(pipes.input.isPaused()).toBe(false);
  });

  it("is disconnected, reported, and its running calls end", async () => {
    const stalls: unknown[] = [];
    const ended = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const { clock, entrance, send, next, pipes } = setUp(
      {
        callTool: (asked, signal) => {
          if (asked.tool !== "slow") return Promise.resolve(large);
          started.resolve();
          return new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              ended.resolve();
              reject(new Refusal("cancelled", { tool: "slow", mayHaveActed: true }));
            });
          });
        },
      },
      (...stall) => stalls.push(stall),
    );
    await using _ = entrance;
    pipes.output.on("error", () => undefined);
    send(hello);
    await next();
    send({ ...call, id: 8, params: { name: "slow" } });
    await started.promise;
    send(calls);
    await new Promise((resolve) => pipes.input.once("pause", resolve));

    await clock.advance(60_000);

    await entrance.gone;
    await ended.promise;
    expect(stalls).toEqual([["stdio", expect.any(Number)]]);
    expect(pipes.output.destroyed).toBe(true);
  });
});

describe("stopping the stdio entrance", () => {
  it("lets a running call end and accepts no new one", async () => {
    const answer = Promise.withResolvers<CheckedResult>();
    const called = Promise.withResolvers<void>();
    const { entrance, send, next } = setUp({
      callTool: () => {
        called.resolve();
        return answer.promise;
      },
    });
    send(hello);
    await next();
    send(call);
    await called.promise;

    const stopped = entrance[Symbol.asyncDispose]();
    send({ ...call, id: 8 });
    expect(await next()).toMatchObject({ id: 8, error: { code: 7004 } });
    answer.resolve(fine);

    expect(await next()).toMatchObject({ id: 7, result: { isError: false } });
    await expect(stopped).resolves.toBeUndefined();
  });

  it("refuses calls that still run after four seconds", async () => {
    const called = Promise.withResolvers<void>();
    const { clock, entrance, send, next } = setUp({
      callTool: (_call, signal) => {
        called.resolve();
        return new Promise((_, reject) => {
          const end = new Refusal("cancelled", { tool: "any", mayHaveActed: true });
          signal.addEventListener("abort", () => reject(end));
        });
      },
    });
    send(hello);
    await next();
    send(call);
    await called.promise;

    const stopped = entrance[Symbol.asyncDispose]();
    await clock.advance(4_000);

    expect(await next()).toMatchObject({ id: 7, error: { code: 7002 } });
    await expect(stopped).resolves.toBeUndefined();
  });
});
