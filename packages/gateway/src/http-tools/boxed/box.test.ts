import { PassThrough } from "node:stream";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Child } from "../../upstreams/stdio/child.ts";
import { Box } from "./box.ts";
import { NoBox, Unloadable } from "./session.ts";

/** A box whose processes offer these tools in turn. A process ends when the test says so. */
function setUp(...lives: readonly (readonly unknown[] | "forbidden" | "silent")[]) {
  const clock = createFakeClock();
  const ends: (() => void)[] = [];
  const start = async (): Promise<Child> => {
    const life = lives[ends.length];
    if (life === undefined || life === "forbidden") throw new Error("Operation not permitted");
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const closed = Promise.withResolvers<void>();
    ends.push(closed.resolve);
    stdout.write('{"kind":"ready"}\n');
    if (life !== "silent") stdout.write(`${JSON.stringify({ kind: "tools", tools: life })}\n`);
    return {
      pid: 1,
      streams: { stdin: stdin.resume(), stdout, stderr },
      exited: closed.promise,
      closed: closed.promise,
      [Symbol.asyncDispose]: async () => closed.resolve(),
    };
  };
  return { box: new Box({ clock, start }), clock, ends };
}

const one = [{ version: "1", tool: { name: "a" } }];
const other = [{ version: "1", tool: { name: "a", description: "Does more." } }];
const context = {
  userId: null,
  correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
  traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  agentId: "a",
  agentVersion: "1",
  timestamp: "2026-01-01T00:00:00.000Z",
};
const call = { tool: "a", input: {}, context };

describe("a box", () => {
  it("starts one process for all calls", async () => {
    const { box, ends } = setUp(one, one);
    expect(await box.open()).toEqual(one);
    const calls = [box.call(call), box.call(call)].map((each) => each.catch(() => "ended"));
    await new Promise(setImmediate);

    expect(ends).toHaveLength(1);
    await box[Symbol.asyncDispose]();
    expect(await Promise.all(calls)).toEqual(["ended", "ended"]);
  });

  it("starts one more for the calls after the process ended", async () => {
    const { box, ends } = setUp(one, one);
    await box.open();
    ends[0]?.();
    await new Promise(setImmediate);
    for (let calls = 0; calls < 3; calls += 1) void box.call(call).catch(() => undefined);
    await new Promise(setImmediate);

    expect(ends).toHaveLength(2);
    await box[Symbol.asyncDispose]();
  });

  it("runs no tool whose contract changed since the start of the gateway", async () => {
    const { box, ends } = setUp(one, other);
    await box.open();
    ends[0]?.();
    await new Promise(setImmediate);

    await expect(box.call(call)).rejects.toMatchObject({
      fault: { kind: "unreachable" },
      cause: { name: "Unloadable" },
    });
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
    const { box, ends } = setUp(one, one);
    await box.open();
    await box[Symbol.asyncDispose]();

    await expect(box.call(call)).rejects.toMatchObject({ fault: { kind: "unreachable" } });
    expect(ends).toHaveLength(1);
  });
});
