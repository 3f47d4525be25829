import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { lifetimeMs } from "@toolcourt/testing/issuer";
import { openToKnown, warmUp } from "@toolcourt/testing/known-callers";
import { hello, spoken, type TestLane } from "@toolcourt/testing/lanes";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { IncomingCall } from "../pipeline/call.ts";

type CallTool = (call: IncomingCall, signal: Cancellation) => Promise<void>;

/** An entrance with a session of ada, and one token each for ada and bob. */
async function open(callTool: CallTool = async () => undefined) {
  const calls: IncomingCall[] = [];
  const entrance = await openToKnown(
    fakeGatewayApi({
      listed: () => [],
      callTool: async (call, signal) => {
        calls.push(call);
        await callTool(call, signal);
        return { content: [], isError: false };
      },
    }),
  );
  onTestFinished(() => entrance[Symbol.asyncDispose]());
  const { issuer, send } = entrance;
  const [ada, bob] = [await issuer.tokenFor("ada"), await issuer.tokenFor("bob")];
  const openSession = async (token: string): Promise<string> => {
    const opened = await send(hello, token);
    await opened.text();
    return opened.headers.get("mcp-session-id") ?? "";
  };
  const session = await openSession(ada);
  return { ...entrance, calls, ada, bob, session, openSession };
}

const fast: TestLane = { era: "legacy", lane: "fast" };
const slow: TestLane = { era: "legacy", lane: "sdk" };
const call = (lane: TestLane): RequestInit => spoken("tools/call", { name: "echo" }, lane);
const accept = "application/json, text/event-stream";

const uses: readonly { readonly what: string; readonly request: RequestInit }[] = [
  { what: "a call over the fast lane", request: call(fast) },
  { what: "a call over the other lane", request: call(slow) },
  { what: "a list", request: spoken("tools/list", {}, fast) },
  { what: "a subscription", request: spoken("resources/subscribe", { uri: "file:///a" }, slow) },
  { what: "a stream to listen on", request: { method: "GET", headers: { accept } } },
  { what: "its end", request: { method: "DELETE", headers: { accept } } },
];

beforeAll(warmUp, 20_000);

describe("SECURITY 50: another caller's session", () => {
  it.each(uses)("is indistinguishable from an unknown one for $what", async ({ request }) => {
    const { send, ada, bob, session, calls } = await open();

    const foreign = await send(request, bob, { "mcp-session-id": session });
    const unknown = await send(request, bob, { "mcp-session-id": "0".repeat(session.length) });

    expect(foreign.status).toBe(404);
    expect(unknown.status).toBe(404);
    expect(await foreign.text()).toBe(await unknown.text());
    expect(calls).toEqual([]);
    expect((await send(call(fast), ada, { "mcp-session-id": session })).status).toBe(200);
  });

  it("continues when another caller cancels a call of the same id", async () => {
    const begun = Promise.withResolvers<Cancellation>();
    const done = Promise.withResolvers<void>();
    const { send, ada, bob, session, openSession } = await open(async (_, signal) => {
      begun.resolve(signal);
      await done.promise;
    });
    const running = send(call(fast), ada, { "mcp-session-id": session });
    const signal = await begun.promise;

    const cancelled = spoken("notifications/cancelled", { requestId: 7 }, fast);
    const own = await openSession(bob);
    await (await send(cancelled, bob, { "mcp-session-id": own })).text();
    done.resolve();

    expect((await running).status).toBe(200);
    expect(signal.aborted).toBe(false);
  });
});

describe("a session", () => {
  it.each(uses)("refuses $what once its token has expired", async ({ request }) => {
    const { send, ada, session, clock, calls } = await open();
    await clock.advance(lifetimeMs);

    const response = await send(request, ada, { "mcp-session-id": session });

    expect(response.status).toBe(401);
    await response.text();
    expect(calls).toEqual([]);
  });

  it.each([fast, slow])("continues with another token and its claims: $lane", async (lane) => {
    const { send, session, clock, issuer, calls } = await open();
    await clock.advance(lifetimeMs);
    const renewed = await issuer.tokenFor("ada", { claims: { roles: ["writer"] } });

    const response = await send(call(lane), renewed, { "mcp-session-id": session });

    expect(response.status).toBe(200);
    await response.text();
    expect(calls.map(({ principal }) => principal)).toMatchObject([
      { id: "login:ada", roles: ["writer"] },
    ]);
  });
});
