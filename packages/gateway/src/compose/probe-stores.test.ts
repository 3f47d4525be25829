import { randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { Redis } from "ioredis";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { probeRedis, probeStore } from "./probe-stores.ts";

const [postgres, redis] = [await usePostgres(), await useRedis()];
const deps = { clock: systemClock, newId: () => randomUUID(), folder: "." };

/** Returns how many rows a statement found. */
async function asked(url: string, statement: string): Promise<number | null> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rowCount;
  } finally {
    await client.end();
  }
}

describe.skipIf(postgres.missing !== undefined)(
  `probeStore (${postgres.missing ?? "there"})`,
  () => {
    it("writes no row, and refuses a database that is read-only", async () => {
      const url = await postgres.database();
      const { aheadMs = Number.NaN } = await probeStore(url, deps);
      const rows = await asked(url, "SELECT * FROM toolcourt.key_uses");
      const name = new URL(url).pathname.slice(1);
      await asked(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);

      expect(Math.abs(aheadMs)).toBeLessThan(5_000);
      expect(rows).toBe(0);
      await expect(probeStore(url, deps)).rejects.toThrow("The store cannot be written");
    }, 30_000);
  },
);

describe.skipIf(redis.missing !== undefined)(`probeRedis (${redis.missing ?? "there"})`, () => {
  it("leaves no key", async () => {
    const client = new Redis(redis.url);
    const before = await client.keys("toolcourt:*probe*");
    const { aheadMs = Number.NaN } = await probeRedis(redis.url, deps);
    const after = await client.keys("toolcourt:*probe*");
    client.disconnect();

    expect(Math.abs(aheadMs)).toBeLessThan(5_000);
    expect([before, after]).toEqual([[], []]);
  });

  it("refuses a server that is not there", async () => {
    await expect(probeRedis("redis://127.0.0.1:1", deps)).rejects.toMatchObject({
      code: "store-unusable",
    });
  });
});
