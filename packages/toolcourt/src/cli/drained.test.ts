import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDrained } from "./drained.ts";

function setUp() {
  const stopped = new AbortController();
  const taken: (() => void)[] = [];
  const output = new Writable({ highWaterMark: 4, write: (_chunk, _, done) => taken.push(done) });
  const drained = createDrained(output, stopped.signal);
  let state = "waiting";
  const wait = (): void =>
    void drained().then(
      () => (state = "done"),
      () => (state = "stopped"),
    );
  const stateLater = async (): Promise<string> => {
    await setImmediate();
    return state;
  };
  return { output, stopped, wait, stateLater, read: () => taken.shift()?.() };
}

describe("waiting for a reader", () => {
  it("ends at once if there is room", async () => {
    const { output, wait, stateLater } = setUp();
    output.write("abc");
    wait();

    expect(await stateLater()).toBe("done");
  });

  it("ends when the reader has taken everything", async () => {
    const { output, wait, stateLater, read } = setUp();
    output.write("abcdef");
    wait();

    expect(await stateLater()).toBe("waiting");
    read();
    expect(await stateLater()).toBe("done");
    expect(output.listenerCount("drain") + output.listenerCount("close")).toBe(0);
  });

  it.each([
    ["done", undefined],
    ["stopped", "SIGTERM"],
  ])("is %s if the command is to stop because of %s", async (expected, reason) => {
    const { output, stopped, wait, stateLater } = setUp();
    output.write("abcdef");
    wait();
    stopped.abort(reason);

    expect(await stateLater()).toBe(expected);
  });

  it("ends when the reader has left", async () => {
    const { output, wait, stateLater } = setUp();
    output.write("abcdef");
    wait();
    output.destroy();

    expect(await stateLater()).toBe("done");
  });
});
