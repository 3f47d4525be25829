import { PassThrough } from "node:stream";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ToolContext } from "@toolcourt/sdk";
import { plainContext, plainRest } from "@toolcourt/testing/boxed/plain-tool";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Child } from "../../upstreams/stdio/child.ts";
import { NoBox, Session, Unloadable } from "./session.ts";

const context = plainContext;
const result = { data: { a: 1 }, ...plainRest };

const loaded = [{ kind: "ready" }, { kind: "tools", tools: [] }] as const;

/** A session over streams of the test, which plays the process. */
function setUp() {
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
  const session = new Session(child);
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
    say({ kind: "result", result });

    await expect(answer).resolves.toEqual({ result, requests: 0 });
  });

  it("sends neither functions nor the signal into the box", async () => {
    const { call, orders } = setUp();
    void call({ egress: { request: () => Promise.reject(new Error("x")) } });
    await new Promise(setImmediate);

    expect(orders).toEqual([
      { kind: "call", tool: "t", input: {}, context, egress: true, calls: false },
    ]);
  });

  it.each<[string, readonly unknown[]]>([
    ["text that is no JSON", ["hello"]],
    ["another kind", [{ kind: "token" }]],
    ["an unknown key", [{ kind: "ready", more: 1 }]],
    ["levels without end", [`{"kind":"tools","tools":${"[".repeat(5_000)}`]],
    ["a result that is none", [{ kind: "result", result: { data: 1 } }]],
    ["a result that names a call", [{ kind: "result", id: 1, result }]],
    ["a request that names a call", [{ ...ask(1), id: 1 }]],
    ["one request number twice", [ask(1), ask(1)]],
    ["a second start", [{ kind: "ready" }]],
    ["other tools", [{ kind: "tools", tools: [] }]],
    ["the end of its load", [{ kind: "unloadable" }]],
    ["more requests at a time than its runner sends", Array.from({ length: 33 }, (_, n) => ask(n))],
    ["a request with a credential of its own", [{ ...ask(1), credential: "x" }]],
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

  it("fails the call when the process ends", async () => {
    const { call, exit } = setUp();
    const answer = call();
    exit();

    await expect(answer).rejects.toMatchObject({ fault: { kind: "lost" } });
    await expect(call()).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it.each<[string, readonly unknown[]]>([
    ["a result before there is a call", [{ kind: "result", result }]],
    ["a request before there is a call", [ask(1)]],
    ["a request between its tools and the call", [...loaded, ask(1)]],
    ["a step before there is a call", [...loaded, step(1)]],
    ["tools before it is ready", [{ kind: "tools", tools: [] }]],
    ["two starts", [{ kind: "ready" }, { kind: "ready" }]],
    ["two lists of tools", [...loaded, { kind: "tools", tools: [] }]],
    ["tools after none", [{ kind: "ready" }, { kind: "unloadable" }, loaded[1]]],
  ])("ends the process after %s", async (_, messages) => {
    const { say, isEnded } = setUp();
    say(...messages);
    await new Promise(setImmediate);

    expect(isEnded()).toBe(true);
  });

  it("serves one call, and ends with it", async () => {
    const { call, say, isEnded } = setUp();
    const answer = call();
    await expect(call()).rejects.toThrow("one call");
    expect(isEnded()).toBe(false);
    say({ kind: "result", result });

    await answer;
    expect(isEnded()).toBe(true);
  });

  it.each<[string, unknown]>([
    ["a request", ask(2)],
    ["a step", step(2)],
    ["a second result", { kind: "result", result: { ...result, data: { a: 2 } } }],
  ])("takes no notice of %s after the result, in the same breath", async (_, message) => {
    const { call, stdout } = setUp();
    let asked = 0;
    const counting = async (): Promise<never> => {
      asked += 1;
      throw new Error("Asked after the result.");
    };
    const answer = call({ egress: { request: counting }, calls: { call: counting } });
    const lines = [{ kind: "result", result }, message].map((each) => JSON.stringify(each));
    stdout.write(`${lines.join("\n")}\n`);

    await expect(answer).resolves.toEqual({ result, requests: 0 });
    expect(asked).toBe(0);
  });

  it("ends the process of a cancelled call at once, with its open requests", async () => {
    const { call, say, orders, isEnded } = setUp();
    const stop = new AbortController();
    const answers = Array.from({ length: 8 }, () => Promise.withResolvers<never>());
    let asked = 0;
    const request = () => answers[asked++]?.promise ?? Promise.reject(new Error("More requests."));
    const answer = call({ signal: stop.signal, egress: { request } });
    say(...answers.map((_, number) => ask(number)));
    await new Promise(setImmediate);
    expect(asked).toBe(8);
    stop.abort(new Error("The caller left."));

    await expect(answer).rejects.toThrow("The caller left.");
    expect(isEnded()).toBe(true);
    for (const { reject } of answers) reject(stop.signal.reason);
    say(ask(9));
    await new Promise(setImmediate);
    expect(asked).toBe(8);
    expect(orders).toMatchObject([{ kind: "call" }]);
  });

  it("ends with the refusal of a request that the tool did not catch", async () => {
    const { call, say } = setUp();
    const refusal = new Refusal("target-denied", { tool: "t", requiredRole: "Reader" });
    const answer = call({ egress: { request: () => Promise.reject(refusal) } });
    say(ask(5));
    await new Promise(setImmediate);
    say({ kind: "result", result, refusedBy: 5 });

    await expect(answer).rejects.toBe(refusal);
  });

  it("does not believe a refusal that there was not", async () => {
    const { call, say } = setUp();
    const answer = call();
    say({ kind: "result", result, refusedBy: 5 });

    await expect(answer).resolves.toMatchObject({ result });
  });

  it("refuses requests of a call without a connection, and steps of one without steps", async () => {
    const { call, say, orders } = setUp();
    void call();
    say(ask(1), step(2));
    await new Promise(setImmediate);

    expect(orders).toMatchObject([
      { kind: "call" },
      { kind: "refused", ask: 1, refused: { code: "egress-refused" } },
      { kind: "refused", ask: 2, refused: { code: "step-refused" } },
    ]);
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

/** What a module could send by itself: well formed or not, about its own call or another. */
const forged = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map(ask),
  fc.integer({ min: 0, max: 3 }).map(step),
  fc.integer({ min: 0, max: 3 }).map((number) => ({ ...ask(number), connection_id: "other" })),
  fc.integer({ min: 0, max: 3 }).map((number) => ({ ...ask(number), call: "other" })),
  fc.constantFrom<object>(...loaded, { kind: "unloadable" }, { kind: "result", result }),
  fc.constantFrom<object>({ kind: "result", result, refusedBy: 1 }, { kind: "call", tool: "t" }),
  fc.constantFrom<object>({ kind: "answer", ask: 1, answer: {} }),
);

describe("two sessions with the connections of two callers", () => {
  it("send each request over the connection of its own call, in any order of messages", async () => {
    const turn = fc.record({ by: fc.constantFrom<0 | 1>(0, 1), message: forged });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 20 }), async (turns) => {
        const owners = [setUp(), setUp()] as const;
        const sent: [number, number] = [0, 0];
        const used: [number, number] = [0, 0];
        for (const by of [0, 1] as const) {
          const request = async (): Promise<never> => {
            used[by] += 1;
            throw new Refusal("egress-refused", { tool: "t", rule: "host" });
          };
          const { call, say } = owners[by];
          say(...loaded);
          void call({ egress: { request } });
        }
        for (const { by, message } of turns) {
          const other = by === 0 ? 1 : 0;
          const before = used[other];
          owners[by].say(message);
          await new Promise(setImmediate);
          const isAsk = "kind" in message && message.kind === "egress";
          sent[by] += isAsk ? 1 : 0;
          expect(used[other]).toBe(before);
        }
        expect(used[0]).toBeLessThanOrEqual(sent[0]);
        expect(used[1]).toBeLessThanOrEqual(sent[1]);
      }),
      { numRuns: 200 },
    );
  });
});

function step(number: number) {
  return { kind: "inner", ask: number, tool: "x", arguments: {}, options: {} };
}

function ask(number: number) {
  const request = { method: "GET", url: "https://api.example.com/" };
  return { kind: "egress", ask: number, request };
}
