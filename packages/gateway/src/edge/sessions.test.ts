import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { beforeAll, describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall } from "../pipeline/call.ts";
import type { Listening } from "./http.ts";

const minute = 60_000;
const fine: CheckedResult = { content: [], isError: false };

function openWith(callTool: (call: IncomingCall) => Promise<CheckedResult> = async () => fine) {
  const clock = createFakeClock();
  return { clock, opening: openFakeHttp(fakeGatewayApi({ listed: () => [], callTool }), clock) };
}

interface Sent {
  readonly method?: string;
  readonly session?: string | undefined;
  readonly message?: object;
  readonly signal?: AbortSignal;
}

function send({ url }: Listening, { method = "POST", session, message, signal }: Sent) {
  return fetch(url, {
    method,
    ...(message !== undefined && { body: JSON.stringify({ jsonrpc: "2.0", ...message }) }),
    ...(signal !== undefined && { signal }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(session !== undefined && { "mcp-session-id": session }),
    },
  });
}

const list = { id: 2, method: "tools/list" };

async function initialize(server: Listening, capabilities: object = {}): Promise<string> {
  const clientInfo = { name: "tester", version: "9" };
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const response = await send(server, { message: { id: 1, method: "initialize", params } });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "none";
}

async function statusOf(server: Listening, sent: Sent): Promise<number> {
  const response = await send(server, sent);
  await response.body?.cancel();
  return response.status;
}

// The SDK builds its schemas on first use, which takes longer than the test timeout.
beforeAll(async () => {
  await using server = await openWith().opening;
  await initialize(server);
});

describe("legacy sessions", () => {
  it("open by a legacy client's initialize request and carry its requests", async () => {
    await using server = await openWith().opening;

    const session = await initialize(server);

    expect(session).toMatch(/^id-\d+id-\d+$/);
    expect(await statusOf(server, { session, message: list })).toBe(200);
  });

  it("are not needed by a legacy client that does not initialize", async () => {
    await using server = await openWith().opening;

    expect(await statusOf(server, { message: list })).toBe(200);
  });

  it.each(["POST", "GET", "DELETE"])("with an unknown id are not found by %s", async (method) => {
    await using server = await openWith().opening;
    const message = method === "POST" ? { message: list } : {};

    expect(await statusOf(server, { method, session: "guess", ...message })).toBe(404);
  });

  it("end when the client deletes them", async () => {
    await using server = await openWith().opening;
    const session = await initialize(server);

    expect(await statusOf(server, { method: "DELETE", session })).toBe(200);
    expect(await statusOf(server, { session, message: list })).toBe(404);
  });

  it("abort their running calls when they end, in either lane", async () => {
    for (const capabilities of [{}, { elicitation: {} }]) {
      const called = Promise.withResolvers<Cancellation>();
      const callTool = (_: IncomingCall, signal: Cancellation): Promise<CheckedResult> => {
        called.resolve(signal);
        return new Promise(() => undefined);
      };
      await using server = await openFakeHttp(fakeGatewayApi({ listed: () => [], callTool }));
      const session = await initialize(server, capabilities);
      const leaving = new AbortController();
      const message = { id: 3, method: "tools/call", params: { name: "slow" } };
      const running = send(server, { session, message, signal: leaving.signal });
      running.catch(() => undefined);
      const signal = await called.promise;

      await statusOf(server, { method: "DELETE", session });

      expect(signal.aborted).toBe(true);
      leaving.abort();
    }
  });

  it("end after half an hour of silence", async () => {
    const { clock, opening } = openWith();
    await using server = await opening;
    const session = await initialize(server);

    await clock.advance(29 * minute);
    expect(await statusOf(server, { session, message: list })).toBe(200);
    await clock.advance(29 * minute);
    expect(await statusOf(server, { session, message: list })).toBe(200);
    await clock.advance(30 * minute);

    expect(await statusOf(server, { session, message: list })).toBe(404);
  });

  it("do not expire while a call runs", async () => {
    const called = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<CheckedResult>();
    const { clock, opening } = openWith(() => {
      called.resolve();
      return answer.promise;
    });
    await using server = await opening;
    const session = await initialize(server, { elicitation: {} });
    const message = { id: 3, method: "tools/call", params: { name: "slow" } };
    const running = send(server, { session, message });
    await called.promise;

    await clock.advance(60 * minute);

    expect(await statusOf(server, { session, message: list })).toBe(200);
    answer.resolve(fine);
    expect((await running).status).toBe(200);
  });

  it("are not kept alive by a stream that only listens", async () => {
    const { clock, opening } = openWith();
    await using server = await opening;
    const session = await initialize(server);
    const stream = await send(server, { method: "GET", session });

    await clock.advance(31 * minute);

    await expect(stream.text()).resolves.toBe("");
    expect(await statusOf(server, { session, message: list })).toBe(404);
  });

  it("serve a real client from handshake to end", async () => {
    const agents: unknown[] = [];
    const { opening } = openWith(async ({ agent }) => {
      agents.push(agent);
      return fine;
    });
    await using server = await opening;
    const client = new Client({ name: "tester", version: "9" });
    const transport = new StreamableHTTPClientTransport(server.url);
    await client.connect(transport);

    await client.callTool({ name: "any", arguments: {} });
    await transport.terminateSession();

    expect(agents).toEqual([{ name: "tester", version: "9" }]);
    await client.close();
  });
});
