import { randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { fakeEntranceDeps, fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { IncomingCall } from "../pipeline/call.ts";
import { type Listening, openHttp } from "./http.ts";
import { type EndedMarks, type SessionChannel, SharedSessions } from "./shared-sessions.ts";

const hour = 60 * 60_000;

/** A channel of all gateways of a test, with everything that was published. */
function openChannel() {
  const [listeners, published] = [new Set<(text: string) => void>(), new Array<string>()];
  const channel: SessionChannel = {
    publish: async (text) => {
      published.push(text);
      for (const listener of listeners) listener(text);
    },
    subscribe: async (listener) => {
      listeners.add(listener);
      return async () => void listeners.delete(listener);
    },
  };
  const ended = new Set<string>();
  const marks: EndedMarks = {
    put: async (key) => void ended.add(key),
    has: async (key) => ended.has(key),
  };
  return { channel, published, marks };
}

const key = randomBytes(32);
type Answering = (call: IncomingCall, signal: { readonly aborted: boolean }) => Promise<void>;

async function openReplica(
  shared: ReturnType<typeof openChannel>,
  name: string,
  {
    answer = async () => undefined,
    clock = createFakeClock(),
    own = key,
  }: {
    readonly answer?: Answering;
    readonly clock?: ReturnType<typeof createFakeClock>;
    readonly own?: Uint8Array;
  } = {},
) {
  const { channel, marks } = shared;
  const sessions = new SharedSessions({ key: own, name, channel, marks, clock, randomBytes });
  const leave = await sessions.listen();
  const gateway = fakeGatewayApi({
    listed: () => [],
    callTool: async (call, signal) => {
      await answer(call, signal);
      return { content: [], isError: false };
    },
  });
  const deps = { ...fakeEntranceDeps(gateway, clock), sharedSessions: sessions };
  const server = await openHttp(deps, { host: "127.0.0.1", port: 0, clock });
  onTestFinished(async () => {
    leave();
    await server[Symbol.asyncDispose]();
  });
  return { ...server, sessions, clock };
}

interface Sent {
  readonly method?: string;
  readonly session?: string;
  readonly message?: object;
}

function send({ url }: Pick<Listening, "url">, { method = "POST", session, message }: Sent) {
  return fetch(url, {
    method,
    ...(message !== undefined && { body: JSON.stringify({ jsonrpc: "2.0", ...message }) }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(session !== undefined && { "mcp-session-id": session }),
    },
  });
}

async function statusOf(server: Pick<Listening, "url">, sent: Sent): Promise<number> {
  const response = await send(server, sent);
  await response.body?.cancel();
  return response.status;
}

async function initialize(server: Pick<Listening, "url">, capabilities: object = {}) {
  const clientInfo = { name: "tester", version: "9" };
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
  const response = await send(server, { message: { id: 1, method: "initialize", params } });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "none";
}

const list = { id: 2, method: "tools/list" };
const call = { id: 7, method: "tools/call", params: { name: "echo" } };

/** Reads the first message of an event stream. The stream stays open. */
async function firstEvent({ body }: Response): Promise<JsonObject> {
  let text = "";
  const pieces = body?.pipeThrough(new TextDecoderStream());
  for await (const piece of pieces?.values({ preventCancel: true }) ?? []) {
    text += piece;
    const found = /^data: (\{.+\})$/m.exec(text)?.[1];
    const message = found === undefined ? undefined : parseJson(found);
    if (isJsonObject(message)) return message;
  }
  return {};
}

// The SDK builds its schemas on first use, which takes longer than the test timeout.
beforeAll(async () => {
  const shared = openChannel();
  const sessions = new SharedSessions({
    key,
    name: "warm",
    clock: createFakeClock(),
    randomBytes,
    channel: shared.channel,
  });
  const deps = {
    ...fakeEntranceDeps(
      fakeGatewayApi({ listed: () => [], callTool: async () => ({ content: [], isError: false }) }),
    ),
    sharedSessions: sessions,
  };
  await using server = await openHttp(deps, {
    host: "127.0.0.1",
    port: 0,
    clock: createFakeClock(),
  });
  await initialize(server);
}, 20_000);

describe("a session that another gateway opened", () => {
  it.each([{}, { elicitation: {} }])("continues here, with capabilities %j", async (declared) => {
    const shared = openChannel();
    const calls: IncomingCall[] = [];
    const one = await openReplica(shared, "one");
    const other = await openReplica(shared, "other", {
      answer: async (made) => void calls.push(made),
    });
    const session = await initialize(one, declared);

    expect(await statusOf(other, { session, message: list })).toBe(200);
    const answered = await send(other, { session, message: call });
    expect(await answered.text()).toContain('"isError":false');
    expect(calls[0]?.agent).toMatchObject({ name: "tester", version: "9" });
    expect(Object.keys(calls[0]?.channel?.capabilities ?? {})).toEqual(Object.keys(declared));
  });

  it("is restored once by concurrent requests", async () => {
    const shared = openChannel();
    const [one, other] = [await openReplica(shared, "one"), await openReplica(shared, "other")];
    const session = await initialize(one);

    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => statusOf(other, { session, message: list })),
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it("opens its stream here", async () => {
    const shared = openChannel();
    const [one, other] = [await openReplica(shared, "one"), await openReplica(shared, "other")];
    const session = await initialize(one);

    expect(await statusOf(other, { method: "GET", session })).toBe(200);
  });

  it("continues after a silence that freed its memory", async () => {
    const one = await openReplica(openChannel(), "one");
    const session = await initialize(one);

    await one.clock.advance(hour);

    expect(await statusOf(one, { session, message: list })).toBe(200);
  });

  it("is unknown after a day", async () => {
    const shared = openChannel();
    const clock = createFakeClock();
    const one = await openReplica(shared, "one", { clock });
    const other = await openReplica(shared, "other", { clock });
    const session = await initialize(one);

    await clock.advance(24 * hour);

    expect(await statusOf(other, { session, message: list })).toBe(404);
  });

  it("is unknown with another key, and when it was changed", async () => {
    const shared = openChannel();
    const one = await openReplica(shared, "one");
    const stranger = await openReplica(openChannel(), "stranger", { own: randomBytes(32) });
    const session = await initialize(one);
    const changed = session.replace(/.\.(?=[^.]+$)/, (end) => (end === "A." ? "B." : "A."));

    expect(await statusOf(stranger, { session, message: list })).toBe(404);
    expect(changed).not.toBe(session);
    expect(await statusOf(one, { session: changed, message: list })).toBe(404);
  });

  it("ends everywhere by a DELETE at one gateway, also for one that did not hear it", async () => {
    const shared = openChannel();
    const [one, other] = [await openReplica(shared, "one"), await openReplica(shared, "other")];
    const session = await initialize(one);
    await statusOf(other, { session, message: list });

    expect(await statusOf(other, { method: "DELETE", session })).toBe(200);

    const late = await openReplica(shared, "late");
    for (const each of [one, other, late]) {
      await vi.waitFor(async () =>
        expect(await statusOf(each, { session, message: list })).toBe(404),
      );
    }
  });

  it("has its question answered at either gateway, which passes the answer on encrypted", async () => {
    const shared = openChannel();
    const heard: unknown[] = [];
    const one = await openReplica(shared, "one", {
      answer: async ({ channel }) => {
        const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
        const asked = { method: "elicitation/create", params };
        heard.push(await channel?.ask?.(asked, new AbortController().signal));
      },
    });
    const other = await openReplica(shared, "other");
    const session = await initialize(one, { elicitation: {} });
    const asked = await firstEvent(await send(one, { session, message: call }));
    const answer = { id: asked["id"], result: { action: "accept", content: { word: "canary" } } };

    expect(await statusOf(other, { session, message: answer })).toBe(202);

    await vi.waitFor(() => expect(heard).toEqual([answer.result]));
    expect(asked["id"]).toMatch(/^one\.\d+$/);
    expect(shared.published).toHaveLength(1);
    expect(Buffer.from(shared.published[0] ?? "", "base64url").toString()).not.toContain("canary");
  });

  it("refuses an answer that cannot be passed on", async () => {
    const shared = openChannel();
    const [one, other] = [await openReplica(shared, "one"), await openReplica(shared, "other")];
    const session = await initialize(one, { elicitation: {} });
    vi.spyOn(other.sessions, "tell").mockRejectedValue(new Error("The store is away."));

    const refused = await send(other, { session, message: { id: "one.0", result: {} } });

    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("Make the call again.");
  });

  it.each([{}, { elicitation: {} }])(
    "cancels a call at the gateway that runs it, with capabilities %j",
    async (declared) => {
      const shared = openChannel();
      const begun = Promise.withResolvers<{ readonly aborted: boolean }>();
      const done = Promise.withResolvers<void>();
      const one = await openReplica(shared, "one", {
        answer: async (_, signal) => {
          begun.resolve(signal);
          await done.promise;
        },
      });
      const other = await openReplica(shared, "other");
      const session = await initialize(one, declared);
      const running = send(one, { session, message: call });
      const signal = await begun.promise;

      const cancelled = { method: "notifications/cancelled", params: { requestId: 7 } };
      expect(await statusOf(other, { session, message: cancelled })).toBe(202);

      await vi.waitFor(() => expect(signal.aborted).toBe(true));
      done.resolve();
      await (await running).body?.cancel();
    },
  );
});

describe("SharedSessions", () => {
  it.each(["", "no ciphertext", Buffer.alloc(64).toString("base64url")])(
    "ignores what no gateway has sealed: %j",
    async (text) => {
      const { channel } = openChannel();
      const clock = createFakeClock();
      const sessions = new SharedSessions({ key, name: "one", channel, clock, randomBytes });
      const told = vi.fn<() => void>();
      sessions.whenTold(told);
      await sessions.listen();

      await channel.publish(text);

      expect(told).not.toHaveBeenCalled();
    },
  );

  it("remembers a bounded number of ended sessions", async () => {
    const { channel } = openChannel();
    const clock = createFakeClock();
    const sessions = new SharedSessions({ key, name: "one", channel, clock, randomBytes });
    for (let i = 0; i <= 10_000; i += 1) await sessions.end(`s-${i}`);

    expect(await sessions.isEnded("s-0")).toBe(false);
    expect(await sessions.isEnded("s-1")).toBe(true);
  });
});
