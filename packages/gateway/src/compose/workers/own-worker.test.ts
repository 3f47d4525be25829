import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openShared } from "../open-shared.ts";
import { Membership } from "./own-worker.ts";
import type { Port } from "./peer.ts";

const settings = {
  number: 2,
  count: 2,
  folder: "/tmp/workers",
  elsewhere: [],
  isRestart: false,
  isWatched: false,
  configDigest: "",
} as const;

/** A worker whose primary process is stuck: it takes messages and answers none. */
async function joinStuckPrimary(stack: AsyncDisposableStack) {
  const clock = createFakeClock();
  const port: Port = {
    send: () => undefined,
    onMessage: () => undefined,
    closed: new Promise(() => undefined),
  };
  const { shared } = new Membership({ settings, port }, clock);
  const events: string[] = [];
  const write = ({ event }: { readonly event: string }): void => void events.push(event);
  const counters = await openShared({ url: "sqlite:a.db" }, stack, {
    clock,
    write,
    newId: () => "w2",
    shared,
  });
  if (shared?.queries === undefined || shared.notices === undefined || counters === undefined) {
    throw new Error("This worker shares no counters.");
  }
  const { limits, queries, notices } = shared;
  return { clock, events, counters, limits, queries, notices };
}

describe("a worker whose primary process is stuck", () => {
  it("waits half a second for each counter, not longer", async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, limits, queries, notices } = await joinStuckPrimary(stack);
    const slot = { holder: "a", max: 1, leaseMs: 1_000 };
    const move = { from: [], fromNothing: true, to: "taken", forMs: 1_000 };
    const asked = [
      limits.take("k", { wanted: 1, max: 1, windowMs: 1_000 }),
      limits.enter("k", slot),
      limits.leave("k", "a"),
      queries.move("k", move),
      notices.publish("registry", "changed"),
    ];
    const kinds: unknown[] = [];
    for (const each of asked) each.catch(({ kind }: { kind: unknown }) => kinds.push(kind));

    await clock.advance(499);
    const before = kinds.length;
    await clock.advance(1);

    expect(before).toBe(0);
    expect(kinds).toEqual(Array.from(asked, () => "overdue"));
  });

  it("counts rates, slots and queries alone, and logs it once", async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, events, counters } = await joinStuckPrimary(stack);
    const limit = { max: 1, windowMs: 60_000 };
    const call = { callId: "c", registered: { publicName: "read" } };
    const first = Promise.all([
      counters.rate.take("r", limit),
      counters.places.ask([{ key: "s", max: 1 }]),
      counters.queries.take("q", call),
    ]);
    await clock.advance(500);
    const [rate, slots, isTaken] = await first;

    expect(rate).toMatchObject({ taken: true });
    expect(slots).toHaveLength(1);
    expect(isTaken).toBe(true);
    expect(counters.rate.take("r", limit)).toMatchObject({ taken: false });
    expect(counters.places.take([{ key: "s", max: 1 }])).toBeUndefined();
    expect(events).toEqual(["limits.local-only"]);
  });
});

describe("a worker that is asked for a link to the console", () => {
  it("gives one as soon as it serves", async () => {
    const listeners: ((message: unknown) => void)[] = [];
    const sent: unknown[] = [];
    const port: Port = {
      send: (message) => void sent.push(message),
      onMessage: (listener) => void listeners.push(listener),
      closed: new Promise(() => undefined),
    };
    const clock = createFakeClock();
    const member = new Membership({ settings, port }, clock);
    const ask = async (id: number): Promise<void> => {
      for (const listener of listeners) listener({ id, ask: "consoleLink" });
      await clock.advance(0);
    };
    await ask(1);
    member.takeLinks(() => ({ kind: "link", url: "http://127.0.0.1/console/#code" }));
    await ask(2);

    expect(sent).toEqual([
      { id: 1, value: { kind: "none", because: "starting" } },
      { id: 2, value: { kind: "link", url: "http://127.0.0.1/console/#code" } },
    ]);
  });
});
