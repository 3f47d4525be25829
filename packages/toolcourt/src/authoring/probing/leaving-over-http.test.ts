import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { EraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { openHttpUpstream } from "@toolcourt/gateway/internal/upstreams/http/open-http-upstream";
import {
  type Exchange,
  type Handlers,
  initialized,
  json,
  legacy,
  listen,
} from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it } from "vitest";
import { type AfterCancel, Subject } from "./subject.ts";

const signal = new AbortController().signal;

/** Cancels a call, then lets the server react to the cancellation. */
async function leave(hello: Handlers, told: (waiting: Exchange) => void): Promise<AfterCancel> {
  const waiting = Promise.withResolvers<Exchange>();
  await using server = await listen({
    ...hello,
    "tools/list": ({ id, response }) =>
      json(response, { jsonrpc: "2.0", id, result: { tools: [] } }),
    report: waiting.resolve,
    "notifications/cancelled": ({ response }) => {
      response.writeHead(202).end();
      void waiting.promise.then(told);
    },
  });
  await using subject = new Subject({
    open: (listeners) =>
      openHttpUpstream(
        { kind: "streamable_http", url: server.url },
        {
          clock: systemClock,
          signal,
          memory: new EraMemory(systemClock),
          listeners,
          readsAfterCancel: true,
          searchPath: "",
        },
      ),
    clock: systemClock,
    signal,
    patienceMs: 5_000,
  });
  return await subject.cancel({ name: "report", input: {} }, { afterMs: 20, watchMs: 50 });
}

function answer({ id, response }: Exchange): void {
  json(response, { jsonrpc: "2.0", id, result: { content: [] } });
}

// Uses real sockets.
describe("leave, over HTTP", () => {
  it("detects that a server with sessions answers a canceled call", async () => {
    expect(await leave(legacy, answer)).toBe("answered-late");
  });

  it("accepts a server that reports the cancellation or stays silent", async () => {
    const givenUp = await leave(legacy, ({ id, response }) =>
      json(response, { jsonrpc: "2.0", id, error: { code: 0, message: "Cancelled" } }),
    );
    const silent = await leave(legacy, ({ response }) => response.end());

    expect([givenUp, silent]).toEqual(["quiet", "quiet"]);
  });

  it("does not judge a server without sessions: closing the response cancels the call", async () => {
    const withoutSession: Handlers = {
      ...legacy,
      initialize: ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: initialized }),
    };

    expect(await leave(withoutSession, answer)).toBe("quiet");
  });
});
