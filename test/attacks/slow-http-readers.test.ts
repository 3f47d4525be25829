import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { fakeEntranceDeps, fakeGatewayApi } from "../../packages/testing/src/entrance-deps.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";

// Real sockets and megabytes take longer than a second on a busy machine.
const timeout = 20_000;
const stallMs = 300;
/** More than the system keeps for a connection. */
const text = "a".repeat(32_000_000);

function setUp(workMs: number) {
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
  const place = { host: "127.0.0.1", port: 0, clock: systemClock, stallMs };
  return { stalls, answered: answered.promise, open: () => openHttp(deps, place) };
}

/** Sends a call, and reads nothing until told. */
function callOver(url: URL): Socket {
  const { headers, body } = spoken("tools/call", { name: "any" }, { era: "legacy", lane: "fast" });
  const lines = [...new Headers(headers)].map(([name, value]) => `${name}: ${value}\r\n`);
  const message = typeof body === "string" ? body : "";
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(
    `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join("")}content-length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
  return socket;
}

describe("a client over HTTP that does not read", { timeout }, () => {
  it.each([0, 2 * stallMs])("is disconnected after an answer of %i ms", async (workMs) => {
    const { stalls, answered, open } = setUp(workMs);
    await using entrance = await open();
    const socket = callOver(entrance.url);
    await answered;

    for (let waits = 0; waits < 100 && stalls.length === 0; waits += 1) {
      await systemClock.sleep(100);
    }

    expect(stalls).toEqual([["http", expect.any(Number)]]);
    socket.destroy();
  });

  it("is kept if it only reads slowly", async () => {
    const { stalls, open } = setUp(0);
    await using entrance = await open();
    const socket = callOver(entrance.url);
    let size = 0;
    const whole = new Promise<void>((resolve) => {
      socket.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > text.length) resolve();
      });
    });
    const drip = (async () => {
      for (let times = 0; times < 10; times += 1) {
        socket.pause();
        await systemClock.sleep(stallMs / 3);
        socket.resume();
        await systemClock.sleep(5);
      }
    })();
    await drip;
    await whole;

    expect(stalls).toEqual([]);
    socket.destroy();
  });
});
