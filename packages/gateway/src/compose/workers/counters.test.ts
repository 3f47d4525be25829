import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, vi } from "vitest";
import { createMemoryNotices } from "../../stores/memory/transient.ts";
import { describeLimitStore } from "../../stores/suites/limit-store.ts";
import { describeNotices } from "../../stores/suites/notices.ts";
import { describeQueryStore } from "../../stores/suites/query-store.ts";
import { type CountedWorker, type CounterApi, Counters, workerStores } from "./counters.ts";
import { Peer, type Port } from "./peer.ts";

/** Two ends of a channel, with messages as JSON. */
function channel(): { readonly ends: readonly [Port, Port]; readonly close: () => void } {
  const closed = Promise.withResolvers<void>();
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (own: number): Port => ({
    send: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      queueMicrotask(() => listeners[1 - own]?.forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => void listeners[own]?.push(listener),
    closed: closed.promise,
  });
  return { ends: [end(0), end(1)], close: closed.resolve };
}

/** Two workers over real channels, and their counters. */
function open() {
  const clock = createFakeClock();
  const counters = new Counters(clock);
  const join = () => {
    const { ends, close } = channel();
    const notices = createMemoryNotices();
    const counted: CountedWorker = { notice: (topic, text) => stores.notice(topic, text) };
    const [peer, primary] = [
      new Peer<Record<string, never>>(ends[0], { ...counters.join(counted) }),
      new Peer<CounterApi>(ends[1], {}),
    ];
    const api: CounterApi = {
      take: (key, asked) => primary.ask("take", key, asked),
      enter: (key, slot) => primary.ask("enter", key, slot),
      leave: (key, holder) => primary.ask("leave", key, holder),
      move: (key, move) => primary.ask("move", key, move),
      publish: (topic, text) => primary.ask("publish", topic, text),
    };
    const stores = workerStores(api, notices);
    return { peer, api, stores, counted, close };
  };
  return { clock, counters, first: join(), second: join() };
}

const nothing = { [Symbol.asyncDispose]: async () => undefined };

describeLimitStore(async () => {
  const { clock, first, second } = open();
  return { first: first.api, second: second.api, pass: clock.advance, ...nothing };
});
describeQueryStore(async () => {
  const { clock, first, second } = open();
  return { first: first.api, second: second.api, pass: clock.advance, ...nothing };
});
describeNotices(async () => {
  const { first, second } = open();
  const noticesOf = ({ stores }: typeof first) => stores.stores.notices ?? createMemoryNotices();
  return { first: noticesOf(first), second: noticesOf(second), ...nothing };
});

describe("a worker that ended", () => {
  it("leaves its slots to the others at once", async () => {
    const { counters, first, second } = open();
    const slot = { holder: "a", max: 1, leaseMs: 60_000 };
    await first.api.enter("k", slot);
    const before = await second.api.enter("k", { ...slot, holder: "b" });

    await counters.left(first.counted);

    expect(before).toBe(false);
    expect(await second.api.enter("k", { ...slot, holder: "b" })).toBe(true);
  });

  it("gets no more answers, and its peer says so", async () => {
    const { first } = open();
    first.close();
    await Promise.resolve();
    await Promise.resolve();

    await expect(first.api.leave("k", "a")).rejects.toMatchObject({ kind: "unreachable" });
  });
});

describe("a peer", () => {
  it.each([[null], ["text"], [{}], [{ id: "1" }], [{ id: 1, ask: 2 }], [{ id: 1, values: 3 }]])(
    "drops a message of another shape: %j",
    async (message) => {
      const { ends } = channel();
      const answers: unknown[] = [];
      ends[1].onMessage((answer) => void answers.push(answer));
      const peer = new Peer<Record<string, never>>(ends[0], { add: () => 1 });

      ends[1].send(message);
      ends[1].send({ id: 2, ask: "add" });
      await vi.waitUntil(() => answers.length > 0);

      expect(peer).toBeInstanceOf(Peer);
      expect(answers).toEqual([{ id: 2, value: 1 }]);
    },
  );
});
