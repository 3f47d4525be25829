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
import type { Take } from "./rate.ts";
import { SharedRate } from "./shared-rate.ts";

const limit = { max: 100, windowMs: 60_000 };

function setUp(whenAway?: WhenAway) {
  const clock = createFakeClock();
  const memory = createMemoryLimits(clock);
  const log: string[] = [];
  let isAway = false;
  let asked = 0;
  const store: LimitStore = {
    ...memory,
    take: (...args) => {
      asked += 1;
      return isAway ? Promise.reject(new StoreError("unreachable")) : memory.take(...args);
    },
  };
  const open = (): SharedRate =>
    new SharedRate({
      store,
      clock,
      ...(whenAway === undefined ? {} : { whenAway }),
      away: new Away({
        clock,
        onAway: () => log.push("away"),
        onBack: () => log.push("back"),
      }),
    });
  const setAway = (away: boolean): void => {
    isAway = away;
  };
  return { clock, open, log, setAway, asked: () => asked };
}

async function takeMany(rate: SharedRate, count: number, of = limit): Promise<readonly Take[]> {
  const takes: Take[] = [];
  for (let i = 0; i < count; i += 1) takes.push(await rate.take("k", of));
  return takes;
}

function granted(takes: readonly Take[]): number {
  return takes.filter((take) => take.taken).length;
}

describe("a shared rate", () => {
  it("is looked at without a question to the store, and without taking anything", async () => {
    const { open, asked, clock } = setUp();
    const rate = open();
    const fresh = rate.peek("k");
    await rate.take("k", limit);
    const begun = [rate.peek("k"), rate.peek("k")];
    const takes = await takeMany(rate, 100);
    const before = asked();
    const usedUp = rate.peek("k");
    await clock.advance(60_000);

    expect([fresh, ...begun]).toEqual([{ taken: true }, { taken: true }, { taken: true }]);
    expect(granted(takes)).toBe(99);
    expect(usedUp).toMatchObject({ taken: false });
    expect(rate.peek("k")).toEqual({ taken: true });
    expect(asked()).toBe(before);
  });

  it("grants exactly the limit across all processes", async () => {
    const { open } = setUp();
    const [one, another] = [open(), open()];
    const alone = granted(await takeMany(one, 60));

    const together = alone + granted(await takeMany(another, 60));

    expect(alone).toBe(60);
    expect(together).toBeLessThanOrEqual(100);
    expect(together).toBeGreaterThan(90);
  });

  it("asks the store occasionally, and answers synchronously in between", async () => {
    const { open, asked } = setUp();
    const rate = open();

    const takes = Array.from({ length: 150 }, async () => rate.take("k", limit));
    const results = await Promise.all(takes);
    const later = rate.take("k", limit);

    expect(granted(results)).toBe(100);
    expect(later).toMatchObject({ taken: false });
    expect(asked()).toBeLessThan(5);
  });

  it("takes larger batches while busy", async () => {
    const { open, asked } = setUp();
    const rate = open();
    const large = { max: 16_000, windowMs: 60_000 };

    expect(granted(await takeMany(rate, 5_000, large))).toBe(5_000);
    expect(asked()).toBeLessThan(15);
  });

  it("reports when to retry, and admits calls again then", async () => {
    const { clock, open } = setUp();
    const rate = open();
    const few = { max: 2, windowMs: 10_000 };
    await takeMany(rate, 2, few);
    await clock.advance(4_000);

    expect(await rate.take("k", few)).toEqual({ taken: false, retryAfterMs: 6_000 });
    await clock.advance(6_000);
    expect(await rate.take("k", few)).toEqual({ taken: true });
  });

  it("uses nothing of an expired window", async () => {
    const { clock, open, asked } = setUp();
    const rate = open();
    await takeMany(rate, 10);
    await clock.advance(60_000);
    const before = asked();

    expect(rate.take("k", limit)).toBeInstanceOf(Promise);
    expect(asked()).toBe(before + 1);
  });

  it("counts keys separately, and refuses every call at a limit of zero", async () => {
    const { open } = setUp();
    const rate = open();
    const one = { max: 1, windowMs: 1_000 };
    await rate.take("k", one);

    expect(await rate.take("k2", one)).toEqual({ taken: true });
    expect(await rate.take("k3", { max: 0, windowMs: 1_000 })).toMatchObject({ taken: false });
  });
});

describe("a shared rate without its store", () => {
  it("counts alone with the full limit, warns once, and probes in the background", async () => {
    const { clock, open, log, setAway } = setUp();
    const rate = open();
    setAway(true);

    expect(granted(await takeMany(rate, 150))).toBe(100);
    await clock.advance(1_000);
    expect(rate.take("k", limit)).toMatchObject({ taken: false });
    expect(log).toEqual(["away"]);

    setAway(false);
    await clock.advance(1_000);
    expect(rate.take("k2", limit)).toEqual({ taken: true });
    await clock.advance(0);
    expect(log).toEqual(["away", "back"]);
    expect(rate.take("k2", limit)).toBeInstanceOf(Promise);
  });

  it("refuses every call if configured to", async () => {
    const { open, setAway } = setUp("refuse");
    const rate = open();
    setAway(true);

    expect(await rate.take("k", limit)).toEqual({ taken: false, retryAfterMs: 1_000 });
  });
});

const redis = await useRedis();

describe.skipIf(redis.missing !== undefined)(
  `a rate that is shared through Redis (${redis.missing ?? "there"})`,
  () => {
    it("never exceeds the limit, for any sequence of callers", async () => {
      await using one = await openRedisStores(redis.url, { prefix: redis.prefix() });
      let run = 0;
      const processes = array(array(nat({ max: 30 }), { maxLength: 4 }), { maxLength: 5 });
      await assert(
        asyncProperty(processes, integer({ min: 1, max: 120 }), async (bursts, max) => {
          run += 1;
          const grants = await Promise.all(
            bursts.map((sizes) => burst(one.limits, sizes, { key: `run ${run}`, max })),
          );
          const total = grants.reduce((sum, each) => sum + each, 0);
          const wanted = bursts.flat().reduce((sum, each) => sum + each, 0);

          expect(total).toBeLessThanOrEqual(max);
          // At most the batch in hand of each process is lost to others.
          const stranded = Math.max(1, Math.floor(max / 16)) * bursts.length;
          expect(total).toBeGreaterThanOrEqual(Math.min(wanted, max - stranded));
        }),
        { numRuns: 60 },
      );
    });
  },
);

async function burst(
  store: LimitStore,
  sizes: readonly number[],
  { key, max }: { readonly key: string; readonly max: number },
): Promise<number> {
  const rate = new SharedRate({
    store,
    clock: systemClock,
    away: new Away({ clock: systemClock }),
  });
  let total = 0;
  for (const size of sizes) {
    const takes = Array.from({ length: size }, async () =>
      rate.take(key, { max, windowMs: 60_000 }),
    );
    total += granted(await Promise.all(takes));
  }
  return total;
}
