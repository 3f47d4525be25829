import { PassThrough } from "node:stream";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ToolContext } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Child } from "../../upstreams/stdio/child.ts";
import { NoBox, Session, Unloadable } from "./session.ts";

const context: ToolContext = {
  userId: null,
  correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
  traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  agentId: "a",
  agentVersion: "1",
  timestamp: "2026-01-01T00:00:00.000Z",
};

const hints = {
  suggestedNextActions: [],
  relatedResources: [],
  confidence: 1,
  sourceQuality: "high",
  validityPeriod: "short",
  contextNeeded: [],
  assumptions: [],
  riskFactors: [],
  dependencies: [],
  estimatedImpact: { benefit: 0, effort: 0, roi: 0 },
  preferenceAlignment: [],
};
const metadata = {
  toolVersion: "1",
  timestamp: "2026-01-01T00:00:00.000Z",
  executionTime: 1,
  serviceVersion: "1",
};
const result = { data: { a: 1 }, agentHints: hints, metadata };

/** A session over streams of the test, which plays the process. */
function setUp() {
  const clock = createFakeClock();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const closed = Promise.withResolvers<void>();
  let isEnded = false;
  const child: Child = {
    pid: 1,
    streams: { stdin, stdout, stderr },
    exited: closed.promise,
    closed: closed.promise,
    [Symbol.asyncDispose]: async () => {
      isEnded = true;
      closed.resolve();
    },
  };
  const session = new Session(child, { clock });
  const orders: unknown[] = [];
  stdin.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split("\n")) orders.push(JSON.parse(line));
  });
  const say = (...messages: readonly unknown[]): void => {
    for (const message of messages) {
      stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    }
  };
  const call = (more: Partial<ToolContext> = {}) => {
    const made = session.call({ tool: "t", input: {}, context: { ...context, ...more } });
    made.catch(() => undefined);
    return made;
  };
  return {
    session,
    clock,
    stdout,
    orders,
    say,
    call,
    exit: closed.resolve,
    isEnded: () => isEnded,
  };
}

describe("the session of a box", () => {
  it("returns the result of a call", async () => {
    const { call, say } = setUp();
    const answer = call();
    say({ kind: "result", id: 1, result });

    await expect(answer).resolves.toEqual({ result, requests: 0 });
  });

  it("sends neither functions nor the signal into the box", async () => {
    const { call, orders } = setUp();
    void call({ egress: { request: () => Promise.reject(new Error("x")) } });
    await new Promise(setImmediate);

    expect(orders).toEqual([
      { kind: "call", id: 1, tool: "t", input: {}, context, egress: true, calls: false },
    ]);
  });

  it.each<[string, readonly unknown[]]>([
    ["text that is no JSON", ["hello"]],
    ["another kind", [{ kind: "token", id: 1 }]],
    ["an unknown key", [{ kind: "ready", more: 1 }]],
    ["levels without end", [`{"kind":"tools","tools":${"[".repeat(5_000)}`]],
    ["a result that is none", [{ kind: "result", id: 1, result: { data: 1 } }]],
    ["a result of a call that was never made", [{ kind: "result", id: 7, result }]],
    ["a request of a call that was never made", [ask(7, 1)]],
    ["one request number twice", [ask(1, 1), ask(1, 1)]],
    [
      "more requests at a time than its runner sends",
      Array.from({ length: 33 }, (_, n) => ask(1, n)),
    ],
    ["a request with a credential of its own", [{ ...ask(1, 1), credential: "x" }]],
  ])("ends the process after %s", async (_, messages) => {
    const { call, say, isEnded } = setUp();
    const answer = call({ egress: { request: () => new Promise(() => undefined) } });
    say(...messages);

    await expect(answer).rejects.toMatchObject({ fault: { kind: "garbled" } });
    expect(isEnded()).toBe(true);
  });

  it("ends the process after a line without an end", async () => {
    const { call, stdout, isEnded } = setUp();
    const answer = call();
    for (let mb = 0; mb <= 10; mb += 1) stdout.write(Buffer.alloc(1024 * 1024, 120));

    await expect(answer).rejects.toMatchObject({ fault: { kind: "garbled" } });
    expect(isEnded()).toBe(true);
  });

  it("fails the open calls when the process ends", async () => {
    const { call, exit } = setUp();
    const answers = [call(), call()];
    exit();

    for (const answer of answers) {
      await expect(answer).rejects.toMatchObject({ fault: { kind: "lost" } });
    }
    await expect(call()).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it("gives a cancelled call a second, then ends the process", async () => {
    const { call, clock, orders, isEnded } = setUp();
    const stop = new AbortController();
    const answer = call({ signal: stop.signal });
    stop.abort(new Error("The caller left."));
    await expect(answer).rejects.toThrow("The caller left.");

    await clock.advance(999);
    expect(isEnded()).toBe(false);
    await clock.advance(1);
    expect(isEnded()).toBe(true);
    expect(orders).toContainEqual({ kind: "cancel", id: 1 });
  });

  it("goes on if a cancelled call ends in time", async () => {
    const { call, clock, say, isEnded } = setUp();
    const stop = new AbortController();
    void call({ signal: stop.signal });
    stop.abort();
    say({ kind: "result", id: 1, result });
    await new Promise(setImmediate);
    await clock.advance(5_000);

    expect(isEnded()).toBe(false);
  });

  it("ends with the refusal of a request that the tool did not catch", async () => {
    const { call, say } = setUp();
    const refusal = new Refusal("target-denied", { tool: "t", requiredRole: "Reader" });
    const answer = call({ egress: { request: () => Promise.reject(refusal) } });
    say(ask(1, 5));
    await new Promise(setImmediate);
    say({ kind: "result", id: 1, result, refusedBy: 5 });

    await expect(answer).rejects.toBe(refusal);
  });

  it("does not believe a refusal that there was not", async () => {
    const { call, say } = setUp();
    const answer = call();
    say({ kind: "result", id: 1, result, refusedBy: 5 });

    await expect(answer).resolves.toMatchObject({ result });
  });

  it("refuses requests of a call without a connection, and steps of one without steps", async () => {
    const { call, say, orders } = setUp();
    void call();
    say(ask(1, 1), { kind: "inner", id: 1, ask: 2, tool: "x", arguments: {}, options: {} });
    await new Promise(setImmediate);

    expect(orders).toMatchObject([
      { kind: "call" },
      { kind: "refused", ask: 1, refused: { code: "egress-refused" } },
      { kind: "refused", ask: 2, refused: { code: "step-refused" } },
    ]);
  });

  it("ignores late requests of calls that have ended, but not a flood of them", async () => {
    const { call, say, isEnded } = setUp();
    const answer = call();
    say({ kind: "result", id: 1, result });
    await answer;

    say(...Array.from({ length: 100 }, (_, n) => ask(1, n)));
    await new Promise(setImmediate);
    expect(isEnded()).toBe(false);
    say(ask(1, 100));
    await new Promise(setImmediate);
    expect(isEnded()).toBe(true);
  });

  it.each([
    ["before it is in the box", [], NoBox],
    ["while it loads its module", [{ kind: "ready" }], Unloadable],
  ] as const)("tells apart a process that ended %s", async (_, messages, expected) => {
    const { session, say, exit } = setUp();
    say(...messages);
    await new Promise(setImmediate);
    exit();

    await expect(session.tools).rejects.toBeInstanceOf(expected);
  });
});

function ask(id: number, number: number) {
  const request = { method: "GET", url: "https://api.example.com/" };
  return { kind: "egress", id, ask: number, request };
}
