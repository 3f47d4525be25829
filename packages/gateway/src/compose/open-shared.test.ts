import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openRedis } from "@toolcourt/testing/services/open-redis";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { describe, expect, it } from "vitest";
import { createMemoryNotices } from "../stores/memory/transient.ts";
import { createTextWriter } from "../telemetry/writers.ts";
import { openChannels, openShared, type Shared } from "./open-shared.ts";

const redis = await useRedis();

/** Opens the shared state of one process, and collects its log lines. */
async function open(stack: AsyncDisposableStack, url: string | undefined, name = "p1") {
  const lines: string[] = [];
  const shared = await openShared({ url: "memory:", ...(url && { redis: url }) }, stack, {
    clock: systemClock,
    write: createTextWriter({ print: (line) => void lines.push(line), minLevel: "info" }),
    newId: () => name,
  });
  return { shared, lines };
}

const wants = [{ key: "k", max: 1 }];
const limit = { max: 1, windowMs: 60_000 };

/** Reports for each call whether it is the one that its query may make. */
async function takeQuery(shared: Shared | undefined, ...callIds: readonly string[]) {
  const registered = { publicName: "get-forecast" };
  const taken: (boolean | undefined)[] = [];
  for (const callId of callIds) taken.push(await shared?.queries.take("q", { callId, registered }));
  return taken;
}

describe("openShared", () => {
  it("returns nothing without a configured Redis", async () => {
    await using stack = new AsyncDisposableStack();

    expect((await open(stack, undefined)).shared).toBeUndefined();
  });

  it("uses one topic for the registry", async () => {
    const notices = createMemoryNotices();
    await using stack = new AsyncDisposableStack();
    const runtime = { clock: systemClock, newId: () => "p1", randomBytes };
    const { channel } = await openChannels({ notices, key: randomBytes(32) }, stack, runtime);
    const heard: string[] = [];
    const leave = await channel.subscribe((text) => void heard.push(text));

    await channel.publish("1");
    await notices.publish("policy", "2");
    await leave();
    await channel.publish("3");

    expect(heard).toEqual(["1"]);
  });
});

// Each starts its own Redis, stops it and waits for it to come back.
const patience = { timeout: 20_000 };

describe.skipIf(redis.missing !== undefined)(
  `what processes share through Redis (${redis.missing ?? "there"})`,
  patience,
  () => {
    it("counts across processes, locally while Redis is down, and logs that once", async () => {
      await using server = await openRedis();
      await using stack = new AsyncDisposableStack();
      const { shared: one, lines } = await open(stack, server.url, "p1");
      const { shared: two } = await open(stack, server.url, "p2");

      const together = [await one?.places.ask(wants), await two?.places.ask(wants)];
      const queries = [await takeQuery(one, "1"), await takeQuery(two, "2")];
      await server.crash();
      const alone = [
        await one?.rate.take("a", limit),
        await one?.rate.take("a", limit),
        await one?.places.ask([{ key: "other", max: 1 }]),
        await one?.places.ask([{ key: "other", max: 1 }]),
      ];
      queries.push(await takeQuery(one, "3"), await takeQuery(two, "4", "5"));
      await server.start();
      await expect
        .poll(() => one?.rate.take("b", { ...limit, max: 1_000 }) && lines, patience)
        .toHaveLength(2);

      expect(together.map((places) => places?.length)).toEqual([1, undefined]);
      expect(queries).toEqual([[true], [false], [false], [true, false]]);
      expect(alone).toMatchObject([
        { taken: true },
        { taken: false },
        [{ key: "other" }],
        undefined,
      ]);
      expect(lines).toEqual([
        "WARNING: Redis does not answer. Until it does, limits count in this process alone.",
        "INFO: Redis answers again. Limits are shared.",
      ]);
    });
  },
);
