import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryNotices } from "../../stores/memory/transient.ts";
import type { Notices } from "../../stores/notices.ts";
import { binOf, CallRing } from "./call-ring.ts";
import { EventFeed } from "./event-feed.ts";
import { type LiveCall, SharedCalls } from "./share-calls.ts";

const second = 1_000;

function call(differences: Partial<LiveCall> = {}): LiveCall {
  return {
    status: "answered",
    bin: binOf(5),
    tenant: "north",
    data: { id: "c" },
    ...differences,
  };
}

async function setUp(given: Partial<Notices> = {}) {
  const clock = createFakeClock();
  const notices = { ...createMemoryNotices(), ...given };
  const sent: string[] = [];
  const join = async (name: string) => {
    const [ring, feed] = [new CallRing(clock), new EventFeed(name)];
    const channel = {
      publish: (text: string) => {
        sent.push(text);
        return notices.publish("live-calls", text);
      },
      subscribe: (listener: (text: string) => void) => notices.subscribe("live-calls", listener),
    };
    const shared = new SharedCalls({ channel, clock, name, ring, feed });
    onTestFinished(() => shared[Symbol.asyncDispose]());
    await shared.listen();
    return { ring, feed, note: shared.note, publish: channel.publish };
  };
  return { clock, sent, one: await join("one"), other: await join("other") };
}

describe("processes of one gateway", () => {
  it("count each other's calls and see their events, once a second", async () => {
    const { clock, one, other } = await setUp();
    one.note(call());
    one.note(call({ status: "refused", data: { id: "d" }, tenant: null }));
    await clock.advance(second);

    expect(other.ring.buckets()).toMatchObject([{ count: 2, refused: 1, failed: 0 }]);
    expect(other.feed.after(0)).toMatchObject([
      { topic: "calls", tenant: "north", data: { id: "c" } },
      { topic: "calls", tenant: null, data: { id: "d" } },
    ]);
    expect(one.ring.buckets()).toEqual([]);
    expect(one.feed.after(0)).toEqual([]);
  });

  it("say nothing while there is no call", async () => {
    const { clock, sent, one } = await setUp();
    one.note(call());
    await clock.advance(10 * second);

    expect(sent).toHaveLength(1);
  });

  it("count a busy second whole, in a text that PostgreSQL takes", async () => {
    const { clock, sent, one, other } = await setUp();
    const data = { id: "é".repeat(300) };
    for (let ms = 0; ms < 5_000; ms += 1) one.note(call({ bin: binOf(ms), data }));
    await clock.advance(second);

    expect(other.ring.buckets()[0]?.count).toBe(5_000);
    expect(other.feed.last).toBeGreaterThan(0);
    expect(Buffer.byteLength(sent[0] ?? "")).toBeLessThanOrEqual(7_000);
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["a list of nothing", JSON.stringify({ from: "x", counts: [[], null, 1], events: [[], [1]] })],
    ["an unknown outcome", JSON.stringify({ from: "x", counts: [[9, 1, 1]], events: [] })],
    ["negative counts", JSON.stringify({ from: "x", counts: [[0, 1, -1]], events: [] })],
    ["too much", JSON.stringify({ from: "x", counts: [[0, 1, 1]], events: "x".repeat(8_000) })],
  ])("pass over %s", async (_, text) => {
    const { one, other } = await setUp();
    await one.publish(text);

    expect(other.ring.buckets()).toEqual([]);
    expect(other.feed.last).toBe(0);
  });

  it("go on while the store is away", async () => {
    const isAway = { now: true };
    const memory = createMemoryNotices();
    const { clock, one, other } = await setUp({
      ...memory,
      publish: (topic, text) =>
        isAway.now ? Promise.reject(new Error("away")) : memory.publish(topic, text),
    });
    one.note(call());
    await clock.advance(second);
    isAway.now = false;
    one.note(call({ data: { id: "later" } }));
    await clock.advance(second);

    expect(other.feed.after(0)).toMatchObject([{ data: { id: "later" } }]);
  });
});
