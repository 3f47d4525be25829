import { connect, createServer, type Socket } from "node:net";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openRedis } from "@toolcourt/testing/services/open-redis";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { describe, expect, it, onTestFinished } from "vitest";
import { Away } from "../../pipeline/limits/away.ts";
import { SharedRate } from "../../pipeline/limits/shared-rate.ts";
import { SharedSlots } from "../../pipeline/limits/shared-slots.ts";
import { openRedisStores } from "./open-redis-stores.ts";

const redis = await useRedis();

// Two real servers are started, and one is killed.
const patience = { timeout: 30_000 };

/** A TCP address whose target changes, as that of a managed Redis does on failover. */
async function openAddress(first: string) {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `redis://127.0.0.1:${port}`,
    pointTo: (next: string) => {
      target = next;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A primary, a server that takes its place, and two gateways that count together. */
async function openPair() {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const primary = stack.use(await openRedis());
  const replica = stack.use(await openRedis());
  const address = await openAddress(`${primary.folder}/redis.sock`);
  const gateways = await Promise.all(
    ["one", "other"].map(async (name) => {
      const { limits: store } = stack.use(await openRedisStores(address.url));
      const away = new Away({ clock: systemClock });
      const shared = { store, clock: systemClock, away };
      return { away, rate: new SharedRate(shared), slots: new SharedSlots({ ...shared, name }) };
    }),
  );
  const crash = (): Promise<void> => primary.crash();
  /** The worst case: the new primary has received none of the writes. */
  const promote = (): void => address.pointTo(`${replica.folder}/redis.sock`);
  return { gateways, crash, promote };
}

const max = 64;
const limit = { max, windowMs: 60_000 };

describe.skipIf(redis.missing !== undefined)(
  `a failover of Redis that loses all its writes (${redis.missing ?? "there"})`,
  patience,
  () => {
    it("admits at most the limit once more for each gateway and for the new primary", async () => {
      const { gateways, crash, promote } = await openPair();
      const call = async (times: number): Promise<number> => {
        let admitted = 0;
        for (let i = 0; i < times; i += 1) {
          for (const { rate } of gateways) {
            if ((await rate.take("k", limit)).taken) admitted += 1;
          }
        }
        return admitted;
      };
      const before = await call(8);
      await crash();
      const during = await call(2 * max);
      promote();
      let after = 0;
      await expect
        .poll(async () => {
          after += await call(1);
          return gateways.some(({ away }) => away.isAway());
        }, patience)
        .toBe(false);
      after += await call(2 * max);

      expect(before).toBe(16);
      expect(during).toBeGreaterThan(max);
      expect(after).toBeGreaterThan(0);
      expect(before + during + after).toBeLessThanOrEqual((2 + gateways.length) * max);
    });

    it("runs at most the limit of calls at once in each gateway", async () => {
      const { gateways, crash, promote } = await openPair();
      const wants = [{ key: "k", max: 4 }];
      const enterAll = async (): Promise<number> => {
        let entered = 0;
        for (let i = 0; i < 8; i += 1) {
          for (const { slots } of gateways) {
            if ((await slots.ask(wants)) !== undefined) entered += 1;
          }
        }
        return entered;
      };
      const before = await enterAll();
      await crash();
      promote();
      const after = await enterAll();

      expect(before).toBe(4);
      expect(before + after).toBeLessThanOrEqual(gateways.length * 4);
    });
  },
);
