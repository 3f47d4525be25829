import { PassThrough, Writable } from "node:stream";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";

const megabyte = 1024 * 1024;

function setUp() {
  const clock = createFakeClock();
  const output = new PassThrough();
  const congestion: boolean[] = [];
  const stalls: number[] = [];
  const outbox = new Outbox(output, {
    clock,
    congested: (isCongested) => congestion.push(isCongested),
    stalled: (bytes) => stalls.push(bytes),
  });
  return { clock, output, outbox, congestion, stalls };
}

describe("the outbox of a client", () => {
  it("sends everything in order to a client that reads", async () => {
    const { output, outbox } = setUp();
    const texts = ["a", "b".repeat(200_000), "c", "ä".repeat(100_000), "d"];
    let received = "";
    output.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));

    for (const text of texts) outbox.write(text);
    await outbox.drained();
    await new Promise(setImmediate);

    expect(received).toBe(texts.join(""));
  });

  it("says when much waits and when it was read", async () => {
    const { output, outbox, congestion } = setUp();

    for (let times = 0; times < 20; times += 1) outbox.write("a".repeat(megabyte / 10));
    expect(congestion).toEqual([true]);
    output.resume();
    await outbox.drained();

    expect(congestion).toEqual([true, false]);
  });

  it("gives up a client that reads nothing for a minute, and lets its senders go", async () => {
    const { clock, outbox, stalls } = setUp();
    outbox.write("a".repeat(megabyte));
    const drained = outbox.drained();

    await clock.advance(29_000);
    expect(stalls).toEqual([]);
    await clock.advance(31_000);

    expect(stalls).toEqual([megabyte]);
    await expect(drained).resolves.toBeUndefined();
    outbox.write("more");
    await expect(outbox.drained()).resolves.toBeUndefined();
  });

  it("keeps a client that reads one piece within each wait", async () => {
    const clock = createFakeClock();
    const stalls: number[] = [];
    const taken: (() => void)[] = [];
    const output = new Writable({
      write: (_chunk, _encoding, done) => void taken.push(() => done()),
    });
    const outbox = new Outbox(output, {
      clock,
      congested: () => undefined,
      stalled: (bytes) => stalls.push(bytes),
    });
    outbox.write("a".repeat(megabyte));

    for (let pieces = 0; pieces < 16; pieces += 1) {
      await clock.advance(25_000);
      taken.shift()?.();
    }
    await outbox.drained();

    expect(stalls).toEqual([]);
  });

  it("gives up at once when more waits than it may keep", () => {
    const { outbox, stalls } = setUp();

    for (let times = 0; times < 70; times += 1) outbox.write("a".repeat(megabyte));

    expect(stalls).toHaveLength(1);
    expect(stalls[0]).toBeLessThan(66 * megabyte);
  });
});
