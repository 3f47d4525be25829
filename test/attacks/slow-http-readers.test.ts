import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { listenMetrics } from "../../packages/gateway/src/edge/listen-metrics.ts";
import { fakeEntranceDeps, fakeGatewayApi } from "../../packages/testing/src/entrance-deps.ts";
import { hello, spoken } from "../../packages/testing/src/lanes.ts";

// Real sockets and megabytes take longer than a second on a busy machine.
const timeout = 20_000;
const stallMs = 300;
/** More than the system keeps for a connection. */
const text = "a".repeat(32_000_000);

function setUp(workMs: number, limitMs = stallMs) {
  const stalls: unknown[] = [];
  const answered = Promise.withResolvers<void>();
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: async () => {
      await systemClock.sleep(workMs);
      answered.resolve();
      return { content: [{ type: "text", text }], isError: false };
    },
  });
  const deps = {
    ...fakeEntranceDeps(gateway),
    stalled: (...stall: readonly unknown[]) => void stalls.push(stall),
  };
  const place = { host: "127.0.0.1", port: 0, clock: systemClock, stallMs: limitMs };
  return { stalls, answered: answered.promise, open: () => openHttp(deps, place) };
}

/** Sends a call, and reads nothing until told. */
function callOver(url: URL): Socket {
  return sendOver(url, spoken("tools/call", { name: "any" }, { era: "legacy", lane: "fast" }));
}

/** Sends a request so many times over one connection. */
function sendOver(url: URL, { method = "GET", headers, body }: RequestInit, times = 1): Socket {
  const lines = [...new Headers(headers)].map(([name, value]) => `${name}: ${value}\r\n`);
  const message = typeof body === "string" ? body : "";
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => undefined);
  socket.pause();
  const request = `${method} ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join("")}content-length: ${Buffer.byteLength(message)}\r\n\r\n${message}`;
  socket.write(request.repeat(times));
  return socket;
}

async function untilStalled(stalls: readonly unknown[]): Promise<void> {
  for (let waits = 0; waits < 100 && stalls.length === 0; waits += 1) {
    await systemClock.sleep(100);
  }
}

describe("a client over HTTP that does not read", { timeout }, () => {
  it.each([0, 2 * stallMs])("is disconnected after an answer of %i ms", async (workMs) => {
    const { stalls, answered, open } = setUp(workMs);
    await using entrance = await open();
    const socket = callOver(entrance.url);
    await answered;

    await untilStalled(stalls);

    expect(stalls).toEqual([["http", expect.any(Number)]]);
    socket.destroy();
  });

  it("has no more answers waiting than its requests may be pending", async () => {
    let calls = 0;
    const gateway = fakeGatewayApi({
      listed: () => [],
      callTool: async () => {
        calls += 1;
        return { content: [{ type: "text", text: calls === 1 ? text : "a" }], isError: false };
      },
    });
    await using entrance = await openHttp(fakeEntranceDeps(gateway), {
      host: "127.0.0.1",
      port: 0,
      clock: systemClock,
      connections: { max: 100, perCaller: 5 },
    });
    const call = spoken("tools/call", { name: "any" }, { era: "legacy", lane: "fast" });
    const socket = sendOver(entrance.url, call, 40);
    for (let before = 0; before === 0 || before !== calls; ) {
      before = calls;
      await systemClock.sleep(500);
    }

    expect(calls).toBe(5);
    socket.destroy();
  });

  it("is kept if it only reads slowly", async () => {
    // Longer than a busy machine stops this process, and shorter than all pauses together.
    const limitMs = 5 * stallMs;
    const { stalls, open } = setUp(0, limitMs);
    await using entrance = await open();
    const socket = callOver(entrance.url);
    let size = 0;
    const whole = new Promise<void>((resolve) => {
      socket.on("close", () => resolve());
      socket.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > text.length) resolve();
      });
    });
    const drip = (async () => {
      for (let times = 0; times < 6; times += 1) {
        socket.pause();
        await systemClock.sleep(limitMs / 3);
        socket.resume();
        await systemClock.sleep(5);
      }
    })();
    await drip;
    await whole;

    expect(stalls).toEqual([]);
    expect(size).toBeGreaterThan(text.length);
    socket.destroy();
  });
});

const listeners = {
  "a legacy stream": async (url: URL): Promise<RequestInit> => {
    const greeted = await fetch(url, hello);
    await greeted.text();
    const session = greeted.headers.get("mcp-session-id") ?? "";
    const accept = "text/event-stream";
    return { headers: { accept, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" } };
  },
  "a modern subscription": async (): Promise<RequestInit> => {
    const params = { notifications: { toolsListChanged: true } };
    return spoken("subscriptions/listen", params, { era: "modern", lane: "fast" });
  },
};

type RequestFor = (typeof listeners)[keyof typeof listeners];

/** Opens a stream of changes that is not read. */
async function listenWithoutReading(requestFor: RequestFor, ms: number) {
  await using stack = new AsyncDisposableStack();
  const stalls: unknown[] = [];
  const changed = new Set<() => void>();
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: () => Promise.reject(new Error("Nothing is called.")),
    subscribe: (notify) => {
      changed.add(notify);
      return () => changed.delete(notify);
    },
  });
  const stalled = (...stall: readonly unknown[]) => void stalls.push(stall);
  const { url } = stack.use(
    await openHttp(
      { ...fakeEntranceDeps(gateway), stalled },
      { host: "127.0.0.1", port: 0, clock: systemClock, stallMs: ms },
    ),
  );
  const socket = sendOver(url, await requestFor(url));
  stack.defer(() => void socket.destroy());
  // The stream is open when its head arrives.
  await new Promise((resolve) => socket.once("readable", resolve));
  const owned = stack.move();
  return {
    stalls,
    socket,
    /** Tells of a thousand changes. */
    change: async () => {
      for (let each = 0; each < 1_000; each += 1) for (const notify of changed) notify();
      await systemClock.sleep(5);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe("a listener over HTTP that never reads", { timeout: 60_000 }, () => {
  it.each(Object.entries(listeners))("is disconnected: %s", async (_, requestFor) => {
    await using listening = await listenWithoutReading(requestFor, stallMs);
    const { stalls, socket, change } = listening;
    const closed = new Promise((resolve) => socket.once("close", resolve));

    for (let times = 0; times < 2_000 && stalls.length === 0; times += 1) await change();

    expect(stalls).toEqual([["http", expect.any(Number)]]);
    socket.resume();
    await closed;
  });

  it.each(Object.entries(listeners))(
    "has no more waiting than the system keeps, and misses no last change: %s",
    async (_, requestFor) => {
      await using listening = await listenWithoutReading(requestFor, 60_000);
      const { socket, change } = listening;
      for (let times = 0; times < 400; times += 1) await change();
      let events = 0;
      socket.on("data", (chunk: Buffer) => {
        events += chunk.toString("latin1").split("list_changed").length - 1;
      });
      const countLater = async (): Promise<number> => {
        for (let before = -1; before !== events; ) {
          before = events;
          await systemClock.sleep(500);
        }
        return events;
      };
      socket.resume();

      const taken = await countLater();
      expect(taken).toBeGreaterThan(0);
      expect(taken).toBeLessThan(200_000);
      await change();
      expect(await countLater()).toBeGreaterThan(taken);
    },
  );
});

describe("a client of the metrics that does not read", { timeout }, () => {
  it("is disconnected, and others are served", async () => {
    const stalls: number[] = [];
    let scrapes = 0;
    await using metrics = await listenMetrics(
      { host: "127.0.0.1", port: 0 },
      async () => ({ type: "text/plain", text: (scrapes += 1) > 2 ? "up 1" : text }),
      { stallMs, stalled: (bytes) => stalls.push(bytes) },
    );
    const { hostname, port, host, pathname } = metrics.url;
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined).pause();
    // The second request must not start the time anew.
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(2));

    await untilStalled(stalls);

    expect(stalls).toEqual([expect.any(Number)]);
    expect(await (await fetch(metrics.url)).text()).toBe("up 1\n");
    socket.destroy();
  });
});
