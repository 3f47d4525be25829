import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { HeldSignals } from "./held-signals.ts";

type FakeStream = EventEmitter & { writableNeedDrain: boolean; closed: boolean };

function openStream(): FakeStream {
  return Object.assign(new EventEmitter(), { writableNeedDrain: false, closed: false });
}

function setUp() {
  const stream = openStream();
  const signals = new HeldSignals();
  const sent: string[] = [];
  const over = (next: FakeStream): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a response that is used
    signals.over(next as unknown as ServerResponse);
  };
  const send = (...keys: readonly string[]): void => {
    for (const key of keys) signals.send(key, () => sent.push(key));
  };
  const drain = async (): Promise<void> => {
    stream.writableNeedDrain = false;
    stream.emit("drain");
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  };
  over(stream);
  return { stream, over, send, sent, drain };
}

describe("signals to a client", () => {
  it("are sent at once while it reads", () => {
    const { send, sent } = setUp();
    send("a", "a", "b");

    expect(sent).toEqual(["a", "a", "b"]);
  });

  it("are held while it does not read, one of each", async () => {
    const { stream, send, sent, drain } = setUp();
    stream.writableNeedDrain = true;
    for (let times = 0; times < 1_000; times += 1) send("a", "b");

    expect(sent).toEqual([]);
    await drain();
    expect(sent).toEqual(["a", "b"]);
    send("a");
    expect(sent).toEqual(["a", "b", "a"]);
  });

  it("are released no faster than it reads", async () => {
    const { stream, send, sent, drain } = setUp();
    stream.writableNeedDrain = true;
    const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
    for (const key of keys) send(key);
    stream.writableNeedDrain = false;
    stream.emit("drain");
    // What waited in the stream fills it again.
    stream.writableNeedDrain = true;
    await setImmediate();
    await setImmediate();

    expect(sent).toEqual([]);
    await drain();
    expect(sent).toEqual(keys);
  });

  it("cannot be led to another stream while the first is open", () => {
    const { stream, over, send, sent } = setUp();
    stream.writableNeedDrain = true;
    over(openStream());
    send("a");

    expect(sent).toEqual([]);
  });

  it("go to the next stream when the first is closed", () => {
    const { stream, over, send, sent } = setUp();
    stream.writableNeedDrain = true;
    send("old");
    stream.closed = true;
    over(openStream());
    send("new");

    expect(sent).toEqual(["new"]);
  });
});
