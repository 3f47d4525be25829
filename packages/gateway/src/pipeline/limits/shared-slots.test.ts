import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { array, assert, asyncProperty, integer, nat } from "fast-check";
import { describe, expect, it } from "vitest";
import type { LimitStore } from "../../stores/limit-store.ts";
import { createMemoryLimits } from "../../stores/memory/transient.ts";
import { openRedisStores } from "../../stores/redis/open-redis-stores.ts";
import { StoreError } from "../../stores/store-error.ts";
import { Away, type WhenAway } from "./away.ts";
import { SharedSlots } from "./shared-slots.ts";

const two = [{ key: "toolbox", max: 2 }];

function setUp(whenAway?: WhenAway) {
  const clock = createFakeClock();
  const memory = createMemoryLimits(clock);
  const log: string[] = [];
  let isAway = false;
  let opened = 0;
  const unlessAway = <T>(answer: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new StoreError("unreachable")) : answer();
  const store: LimitStore = {
    ...memory,
    enter: (key, slot) => {
      log.push(`enter ${slot.holder}`);
      return unlessAway(() => memory.enter(key, slot));
    },
    leave: (key, holder) => unlessAway(() => memory.leave(key, holder)),
  };
  const open = (): SharedSlots => {
    opened += 1;
    return new SharedSlots({
      store,
      clock,
      name: `p${opened}`,
      ...(whenAway === undefined ? {} : { whenAway }),
      away: new Away({
        clock,
        onAway: () => log.push("away"),
        onBack: () => log.push("back"),
      }),
    });
  };
  const setAway = (away: boolean): void => {
    isAway = away;
  };
  return { clock, open, log, setAway };
}

describe("shared slots", () => {
  it("respect the limit across all processes", async () => {
    const { open } = setUp();
    await using one = open();
    await using another = open();

    const entered = [
      await one.ask(two),
      await another.ask(two),
      await one.ask(two),
      await another.ask(two),
    ];

    expect(entered.map((taken) => taken !== undefined)).toEqual([true, true, false, false]);
  });

  it("are reused at once by the process that just left them", async () => {
    const { open, log } = setUp();
    await using slots = open();
    slots.leave((await slots.ask(two)) ?? []);

    const again = slots.take(two);

    expect(again).toHaveLength(1);
    expect(log).toEqual(["enter p1:1"]);
  });

  it("are available to others after a short idle time", async () => {
    const { clock, open } = setUp();
    await using one = open();
    await using another = open();
    const first = [{ key: "k", max: 1 }];
    one.leave((await one.ask(first)) ?? []);
    const before = await another.ask(first);

    await clock.advance(200);

    expect(before).toBeUndefined();
    expect(await another.ask(first)).toHaveLength(1);
  });

  it("are acquired all or none", async () => {
    const { open } = setUp();
    await using one = open();
    const tool = { key: "tool", max: 1 };
    await one.ask([{ key: "toolbox", max: 3 }, tool]);

    const second = await one.ask([{ key: "toolbox", max: 3 }, tool]);
    const others = [
      await one.ask([{ key: "toolbox", max: 3 }]),
      await one.ask([{ key: "toolbox", max: 3 }]),
      await one.ask([{ key: "toolbox", max: 3 }]),
    ];

    expect(second).toBeUndefined();
    expect(others.map((taken) => taken !== undefined)).toEqual([true, true, false]);
  });

  it("are renewed during a call, and expire when a process was killed", async () => {
    const { clock, open } = setUp();
    const killed = open();
    const first = [{ key: "k", max: 1 }];
    await killed.ask(first);
    await using another = open();

    await clock.advance(60_000);
    expect(await another.ask(first)).toBeUndefined();

    await killed[Symbol.asyncDispose]();
    expect(await another.ask(first)).toHaveLength(1);
  });
});

describe("shared slots without their store", () => {
  it("give each process the full limit, with one warning, until the store is back", async () => {
    const { clock, open, log, setAway } = setUp();
    await using slots = open();
    setAway(true);

    const entered = [await slots.ask(two), await slots.ask(two), await slots.ask(two)];
    expect(entered.map((taken) => taken !== undefined)).toEqual([true, true, false]);

    setAway(false);
    await clock.advance(1_000);
    await slots.ask(two);
    expect(log.filter((line) => !line.startsWith("enter"))).toEqual(["away", "back"]);
    slots.leave(entered[0] ?? []);
    expect(await slots.ask(two)).toHaveLength(1);
  });

  it("never exceed the limit in one process, even when the store is back", async () => {
    const { open, setAway, clock } = setUp();
    await using one = open();
    setAway(true);
    const alone = [await one.ask(two), await one.ask(two)];
    setAway(false);
    await clock.advance(1_000);
    one.take(two);
    await clock.advance(1_000);

    const meanwhile = await one.ask(two);
    one.leave(alone[0] ?? []);

    expect(alone).not.toContain(undefined);
    expect(meanwhile).toBeUndefined();
    expect(await one.ask(two)).toBeDefined();
  });

  it("refuse every call if configured to", async () => {
    const { open, setAway } = setUp("refuse");
    await using slots = open();
    setAway(true);

    expect(await slots.ask(two)).toBeUndefined();
  });
});

const redis = await useRedis();

describe.skipIf(redis.missing !== undefined)(
  `places that are shared through Redis (${redis.missing ?? "there"})`,
  () => {
    it("never exceed the limit, for any sequence of callers", async () => {
      await using stores = await openRedisStores(redis.url, { prefix: redis.prefix() });
      let run = 0;
      const visits = array(array(nat({ max: 3 }), { maxLength: 8 }), { maxLength: 4 });
      await assert(
        asyncProperty(visits, integer({ min: 1, max: 4 }), async (processes, max) => {
          run += 1;
          const room = createRoom();
          await Promise.all(
            processes.map((turns, index) =>
              visit(stores.limits, { name: `p${index}`, key: `run ${run}`, max, turns, room }),
            ),
          );

          expect(room.fullest()).toBeLessThanOrEqual(max);
        }),
        { numRuns: 40 },
      );
    });
  },
);

interface Capacity {
  readonly stay: (turns: number, leave: () => void) => Promise<void>;
  readonly fullest: () => number;
}

function createRoom(): Capacity {
  let inside = 0;
  let fullest = 0;
  return {
    stay: async (turns, leave) => {
      inside += 1;
      fullest = Math.max(fullest, inside);
      for (let i = 0; i < turns; i += 1) await new Promise(setImmediate);
      inside -= 1;
      leave();
    },
    fullest: () => fullest,
  };
}

interface Visit {
  readonly name: string;
  readonly key: string;
  readonly max: number;
  readonly turns: readonly number[];
  readonly room: Capacity;
}

async function visit(store: LimitStore, { name, key, max, turns, room }: Visit): Promise<void> {
  await using slots = new SharedSlots({
    store,
    clock: systemClock,
    away: new Away({ clock: systemClock }),
    name,
  });
  await Promise.all(
    turns.map(async (stay) => {
      const entered = await slots.ask([{ key, max }]);
      if (entered !== undefined) await room.stay(stay, () => slots.leave(entered));
    }),
  );
}
