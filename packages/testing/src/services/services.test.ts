import { existsSync } from "node:fs";
import { Redis } from "ioredis";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "./open-postgres.ts";
import { openRedis } from "./open-redis.ts";
import { runProgram } from "./run-program.ts";
import type { TestServer } from "./test-server.ts";
import { usePostgres } from "./use-postgres.ts";
import { useRedis } from "./use-redis.ts";

const postgres = await usePostgres();
const redis = await useRedis();

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(postgres.missing !== undefined)(
  `the PostgreSQL of a run (${postgres.missing ?? "there"})`,
  () => {
    it("gives each test an empty database", async () => {
      const [one, another] = [await postgres.database(), await postgres.database()];

      await ask(one, "CREATE TABLE t (a int)");

      expect(await ask(one, "SELECT * FROM t")).toEqual([]);
      await expect(ask(another, "SELECT * FROM t")).rejects.toThrow("does not exist");
    });

    it("is shared by all tests", async () => {
      const [one, again] = [await postgres.database(), await (await usePostgres()).database()];

      expect(new URL(one).search).toBe(new URL(again).search);
    });
  },
);

describe.skipIf(postgres.missing !== undefined)("a dedicated PostgreSQL", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openPostgres();
    return () => server[Symbol.asyncDispose]();
  }, 60_000);

  it("keeps its data over a restart, and leaves nothing when it ends", async () => {
    await ask(server.url, "CREATE TABLE kept (a int)");
    await server.crash();
    await expect(ask(server.url, "SELECT 1")).rejects.toThrow("connect");
    await server.start();

    expect(await ask(server.url, "SELECT * FROM kept")).toEqual([]);

    await server[Symbol.asyncDispose]();
    expect(existsSync(server.folder)).toBe(false);
  });
});

describe.skipIf(redis.missing !== undefined)(
  `the Redis of a run (${redis.missing ?? "there"})`,
  () => {
    it("answers, and hands out distinct prefixes", async () => {
      const client = new Redis(redis.url);
      const [one, another] = [redis.prefix(), redis.prefix()];

      expect(await client.set(`${one}k`, "1")).toBe("OK");
      expect(await client.get(`${another}k`)).toBeNull();
      client.disconnect();
    });

    it("leaves nothing when a dedicated one ends", async () => {
      const server = await openRedis();
      const there = existsSync(server.folder);

      await server[Symbol.asyncDispose]();

      expect([there, existsSync(server.folder)]).toEqual([true, false]);
    });
  },
);

it("reports the output of a failed program", async () => {
  const failing = { command: "/bin/sh", args: ["-c", "echo out of paper; exit 3"] };

  await expect(runProgram(failing)).rejects.toThrow("ended with 3: out of paper");
});
