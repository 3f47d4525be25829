import { beforeAll, describe, expect, it } from "vitest";
import { call, defaultHeaders, openTwoListeners, type TwoListeners } from "./two-listeners.ts";
import { visit } from "./visit.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;

let listeners: TwoListeners;
beforeAll(async () => {
  listeners = await openTwoListeners();
  return () => listeners[Symbol.asyncDispose]();
}, timeout);

describe("a request through a proxy", { timeout }, () => {
  it.each([
    { forwarded: "for=203.0.113.7" },
    { via: "1.1 proxy.example" },
    { "x-forwarded-for": "203.0.113.7" },
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-host": "tools.example.com" },
    { "x-forwarded-proto": "https" },
    { "x-real-ip": "203.0.113.7" },
  ])("is not attributed to the local user: %j", async (headers) => {
    const { open } = listeners;
    const before = open.upstream.calls.length;

    const answer = await visit(open.url(), { ...call, headers: { ...defaultHeaders, ...headers } });

    expect(answer.status).toBe(403);
    expect(open.upstream.calls).toHaveLength(before);
  });

  it("is attributed to the principal of its token", async () => {
    const { known, token } = listeners;
    const authorization = `Bearer ${token}`;
    const headers = { ...defaultHeaders, authorization, "x-forwarded-for": "203.0.113.7" };

    const answer = await visit(known.url(), { ...call, headers });

    expect(answer.status).toBe(200);
    expect(known.upstream.calls).toHaveLength(1);
  });
});
