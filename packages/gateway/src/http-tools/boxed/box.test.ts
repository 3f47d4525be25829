import { PassThrough } from "node:stream";
import { plainContext } from "@toolcourt/testing/boxed/plain-tool";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Child } from "../../upstreams/stdio/child.ts";
import { Box } from "./box.ts";
import { NoBox, Unloadable } from "./session.ts";

/** A box whose processes offer these tools in turn, and the processes that run. */
function setUp(...lives: readonly (readonly unknown[] | "forbidden" | "silent")[]) {
  const clock = createFakeClock();
  let started = 0;
  const running = new Set<number>();
  const start = async (): Promise<Child> => {
    const life = lives[started];
    started += 1;
    const pid = started;
    if (life === undefined || life === "forbidden") throw new Error("Operation not permitted");
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const closed = Promise.withResolvers<void>();
    running.add(pid);
    stdout.write('{"kind":"ready"}\n');
    if (life !== "silent") stdout.write(`${JSON.stringify({ kind: "tools", tools: life })}\n`);
    return {
      pid,
      streams: { stdin: stdin.resume(), stdout, stderr },
      exited: closed.promise,
      closed: closed.promise,
      [Symbol.asyncDispose]: async () => {
        running.delete(pid);
        closed.resolve();
      },
    };
  };
  return { box: new Box({ clock, start }), clock, running };
}

const one = [{ version: "1", tool: { name: "a" } }];
const other = [{ version: "1", tool: { name: "a", description: "Does more." } }];
const context = plainContext;
const call = { tool: "a", input: {}, context };

describe("a box", () => {
  it("ends the process that listed the tools", async () => {
    const { box, running } = setUp(one);

    expect(await box.open()).toEqual(one);
    expect(running.size).toBe(0);
  });

  it("starts a process for each call, and ends all of them with itself", async () => {
    const { box, running } = setUp(one, one, one);
    await box.open();
    const calls = [box.call(call), box.call(call)].map((each) => each.catch(() => "ended"));
    await new Promise(setImmediate);

    expect([...running]).toEqual([2, 3]);
    await box[Symbol.asyncDispose]();
    expect(await Promise.all(calls)).toEqual(["ended", "ended"]);
    expect(running.size).toBe(0);
  });

  it.each([
    ["loads its module", "silent"],
    ["runs", one],
  ] as const)("ends the process of a call that is cancelled while it %s", async (_, life) => {
    const { box, running } = setUp(one, life);
    await box.open();
    const stop = new AbortController();
    const answer = box.call({ ...call, context: { ...context, signal: stop.signal } });
    answer.catch(() => undefined);
    await new Promise(setImmediate);
    expect([...running]).toEqual([2]);
    stop.abort(new Error("The caller left."));

    await expect(answer).rejects.toThrow("The caller left.");
    expect(running.size).toBe(0);
  });

  it("runs no tool whose contract changed since the start of the gateway", async () => {
    const { box, running } = setUp(one, other);
    await box.open();

    await expect(box.call(call)).rejects.toMatchObject({
      fault: { kind: "unreachable" },
      cause: { name: "Unloadable" },
    });
    expect(running.size).toBe(0);
  });

  it("cannot be opened where no process can be boxed", async () => {
    await expect(setUp("forbidden").box.open()).rejects.toBeInstanceOf(NoBox);
  });

  it("waits half a minute for a module, not longer", async () => {
    const { box, clock } = setUp("silent");
    const opened = box.open();
    opened.catch(() => undefined);
    await new Promise(setImmediate);
    await clock.advance(30_000);

    await expect(opened).rejects.toBeInstanceOf(Unloadable);
  });

  it("starts nothing after it was closed", async () => {
    const { box, running } = setUp(one, one);
    await box.open();
    await box[Symbol.asyncDispose]();

    await expect(box.call(call)).rejects.toMatchObject({ fault: { kind: "unreachable" } });
    expect(running.size).toBe(0);
  });
});
