import { describe, expect, it } from "vitest";
import { systemClock } from "../../foundation/kernel/clock.ts";
import {
  type Exchange,
  type Handlers,
  initialized,
  json,
  legacy,
  listen,
} from "../../testing/programs/odd-http.ts";
import { createEraMemory } from "../../upstreams/era-memory.ts";
import { openHttpUpstream } from "../../upstreams/http/open-http-upstream.ts";
import { createSubject, type Left } from "./subject.ts";

const signal = new AbortController().signal;

/** Leaves a call of a server that does something once it is told. */
async function leave(hello: Handlers, told: (waiting: Exchange) => void): Promise<Left> {
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
  await using subject = createSubject({
    open: (listeners) =>
      openHttpUpstream(
        { kind: "streamable_http", url: server.url },
        {
          clock: systemClock,
          signal,
          memory: createEraMemory(systemClock),
          listeners,
          hearsOut: true,
          searchPath: "",
        },
      ),
    clock: systemClock,
    signal,
    patienceMs: 5_000,
  });
  return await subject.leave({ name: "report", input: {} }, { afterMs: 20, watchMs: 50 });
}

function answer({ id, response }: Exchange): void {
  json(response, { jsonrpc: "2.0", id, result: { content: [] } });
}

// What is waited for are real sockets.
describe("leaving a call over HTTP", { timeout: 10_000 }, () => {
  it("shows whether a server with sessions answers all the same", async () => {
    expect(await leave(legacy, answer)).toBe("answered-late");
  });

  it("holds nothing against a server that says that it gave up, or says nothing", async () => {
    const givenUp = await leave(legacy, ({ id, response }) =>
      json(response, { jsonrpc: "2.0", id, error: { code: 0, message: "Cancelled" } }),
    );
    const silent = await leave(legacy, ({ response }) => response.end());

    expect([givenUp, silent]).toEqual(["quiet", "quiet"]);
  });

  it("is not judged where closing the response is what tells the server", async () => {
    const withoutSession: Handlers = {
      ...legacy,
      initialize: ({ id, response }) => json(response, { jsonrpc: "2.0", id, result: initialized }),
    };

    expect(await leave(withoutSession, answer)).toBe("quiet");
  });
});
