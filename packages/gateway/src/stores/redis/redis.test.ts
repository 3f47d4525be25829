import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openRedis } from "@toolcourt/testing/services/open-redis";
import type { TestServer } from "@toolcourt/testing/services/test-server";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { Redis } from "ioredis";
import { beforeAll, describe, expect, it } from "vitest";
import { describeHistoryStore } from "../suites/history-store.ts";
import { describeLimitStore } from "../suites/limit-store.ts";
import { describeNotices } from "../suites/notices.ts";
import { describeQueryStore } from "../suites/query-store.ts";
import type { SuiteStore } from "../suites/suite-store.ts";
import { openRedisStores, type RedisStores } from "./open-redis-stores.ts";

const redis = await useRedis();

async function openBoth(): Promise<SuiteStore<RedisStores>> {
  const prefix = redis.prefix();
  const stack = new AsyncDisposableStack();
  const first = stack.use(await openRedisStores(redis.url, { prefix }));
  const second = stack.use(await openRedisStores(redis.url, { prefix }));
  return { first, second, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe.skipIf(redis.missing !== undefined)(`Redis (${redis.missing ?? "there"})`, () => {
  describeLimitStore(async () => {
    const { first, second, ...handles } = await openBoth();
    return { ...handles, first: first.limits, second: second.limits, pass: systemClock.sleep };
  });
  describeQueryStore(async () => {
    const { first, second, ...handles } = await openBoth();
    return { ...handles, first: first.queries, second: second.queries, pass: systemClock.sleep };
  });
  describeHistoryStore(async () => {
    const { first, second, ...handles } = await openBoth();
    return { ...handles, first: first.histories, second: second.histories };
  });
  describeNotices(async () => {
    const { first, second, ...handles } = await openBoth();
    return { ...handles, first: first.notices, second: second.notices };
  });

  it("sets an expiry on every key", async () => {
    await using handles = await openBoth();
    const short = { wanted: 1, max: 1, windowMs: 20 };
    await handles.first.limits.take("k", short);
    await handles.first.limits.take("k", { ...short, max: 0 });
    await handles.first.limits.enter("k", { holder: "a", max: 2, leaseMs: 20 });

    await systemClock.sleep(30);

    expect(await handles.first.limits.take("k", short)).toMatchObject({ granted: 1 });
    expect(await handles.first.limits.enter("k", { holder: "b", max: 1, leaseMs: 20 })).toBe(true);
  });

  it("lets a history expire as a whole, after its last entry", async () => {
    const prefix = redis.prefix();
    await using stores = await openRedisStores(redis.url, { prefix, historiesForMs: 60_000 });
    const client = new Redis(redis.url);
    await stores.histories.append("h", { position: 1, at: 1, body: "{}" });
    await client.pexpire(`${prefix}history:"h"`, 5_000);

    await stores.histories.append("h", { position: 2, at: 2, body: "{}" });

    const left = [`${prefix}history:"h"`, `${prefix}histories`].map((key) => client.pttl(key));
    for (const ms of await Promise.all(left)) expect(ms).toBeGreaterThan(50_000);
    await client.del(`${prefix}history:"h"`);
    client.disconnect();
    expect(await stores.histories.read("h", 0, 9)).toEqual([]);
    expect(await stores.histories.append("h", { position: 3, at: 3, body: "{}" })).toBe(false);
    expect(await stores.histories.forget(9, 9)).toBe(1);
  });

  it("refuses an entry of a history that it did not write", async () => {
    const prefix = redis.prefix();
    await using stores = await openRedisStores(redis.url, { prefix });
    const client = new Redis(redis.url);
    await client.rpush(`${prefix}history:"h"`, "no time");
    client.disconnect();

    await expect(stores.histories.read("h", 0, 9)).rejects.toMatchObject({ kind: "corrupt" });
  });

  it("hears a topic that another subscriber leaves at the same moment", async () => {
    await using handles = await openBoth();
    const { notices } = handles.first;
    const heard = Promise.withResolvers<string>();
    const leave = await notices.subscribe("registry", () => undefined);

    await Promise.all([notices.subscribe("registry", heard.resolve), leave()]);
    await handles.second.notices.publish("registry", "changed");

    expect(await heard.promise).toBe("changed");
  });

  it("isolates users of different database numbers", async () => {
    const prefix = redis.prefix();
    await using first = await openRedisStores(`${redis.url}&db=1`, { prefix });
    await using second = await openRedisStores(`${redis.url}&db=2`, { prefix });
    const heard: string[] = [];
    await second.notices.subscribe("registry", (text) => void heard.push(text));
    const one = { wanted: 1, max: 1, windowMs: 1_000 };

    await first.notices.publish("registry", "from the first");
    await second.notices.publish("registry", "from the second");
    const taken = [await first.limits.take("k", one), await second.limits.take("k", one)];
    await expect.poll(() => heard).toHaveLength(1);

    expect(heard).toEqual(["from the second"]);
    expect(taken).toMatchObject([{ granted: 1 }, { granted: 1 }]);
  });

  it("reports an unreachable server", async () => {
    await expect(openRedisStores("redis://localhost?path=/nowhere")).rejects.toMatchObject({
      kind: "unreachable",
    });
  });

  it("reports a read-only server", async () => {
    await using server = await openRedis();
    await using stores = await openRedisStores(server.url);
    const operator = new Redis(server.url);
    await operator.config("SET", "maxmemory", "1");
    operator.disconnect();

    await expect(
      stores.limits.take("k", { wanted: 1, max: 1, windowMs: 1_000 }),
    ).rejects.toMatchObject({ kind: "full" });
    await expect(
      stores.histories.append("h", { position: 1, at: 1, body: "{}" }),
    ).rejects.toMatchObject({ kind: "full" });
  });
});

describe.skipIf(redis.missing !== undefined)("a Redis that goes away", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openRedis();
    return () => server[Symbol.asyncDispose]();
  }, 60_000);

  const asking = { wanted: 1, max: 5, windowMs: 60_000 };

  it("fails fast, and recovers once it is back", async () => {
    await using stores = await openRedisStores(server.url);
    const heard = Promise.withResolvers<string>();
    await stores.notices.subscribe("registry", heard.resolve);
    await stores.limits.take("k", asking);

    await server.crash();
    await expect(stores.limits.take("k", asking)).rejects.toMatchObject({ kind: "unreachable" });
    await server.start();

    await expect.poll(() => stores.limits.take("k", asking).catch(() => 0)).toBeTruthy();
    await using other = await openRedisStores(server.url);
    await expect
      .poll(async () => {
        await other.notices.publish("registry", "changed");
        return Promise.race([heard.promise, Promise.resolve()]);
      })
      .toBe("changed");
  });
});
