import { PassThrough } from "node:stream";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { watchLimits } from "./watch-limits.ts";

// Real sandboxes that exceed a limit are in `config/sandbox-effects.test.ts`. Here is none to see.

const limits = { maxMemory: 1024 * 1024, maxProcesses: 8 };
// Above every process number of Linux, so nothing can be ended by mistake.
const noProcess = 99_999_999;

function setUp(inside: number | undefined) {
  const clock = createFakeClock();
  const exited = Promise.withResolvers<void>();
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  let ends = 0;
  const child = {
    pid: noProcess,
    inside: Promise.resolve(inside),
    streams,
    exited: exited.promise,
    closed: exited.promise,
    [Symbol.asyncDispose]: async () => {
      ends += 1;
      exited.resolve();
    },
  };
  const { overLimit } = watchLimits(child, { limits, group: undefined, clock });
  return { clock, exited, overLimit, ends: () => ends };
}

describe("the watch of a sandbox", () => {
  it("ends one that does not tell its first process", async () => {
    const { overLimit, ends } = setUp(undefined);
    await new Promise(setImmediate);

    expect([overLimit(), ends()]).toEqual(["unwatched", 1]);
  });

  it("ends one that it cannot see for 20 seconds, and not before", async () => {
    const { clock, overLimit, ends } = setUp(noProcess);
    for (let waitedMs = 0; waitedMs < 19_000; waitedMs += 100) await clock.advance(100);
    expect([overLimit(), ends()]).toEqual([undefined, 0]);

    for (let waitedMs = 0; waitedMs < 2_000; waitedMs += 100) await clock.advance(100);

    expect([overLimit(), ends()]).toEqual(["unwatched", 1]);
  });

  it("stops when the sandbox has ended by itself", async () => {
    const { clock, exited, overLimit, ends } = setUp(noProcess);
    await clock.advance(100);
    exited.resolve();
    for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) await clock.advance(100);

    expect([overLimit(), ends()]).toEqual([undefined, 0]);
  });
});
