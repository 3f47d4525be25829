import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, pid } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isRunning } from "./is-running.ts";
import { openPostgres } from "./open-postgres.ts";
import { openRedis } from "./open-redis.ts";
import type { TestServer } from "./test-server.ts";

// Keeps one server for all test files of a run. It watches the run from outside: no process inside
// lasts as long, and a killed run gives no notice.

const openers: Readonly<Record<string, () => Promise<TestServer>>> = {
  postgres: () => openPostgres(),
  redis: openRedis,
};
const [, , service = "", run = "", folder = ""] = argv;

try {
  await using server = await openers[service]?.();
  await send({ url: server?.url });
  while (isRunning(Number(run))) await systemClock.sleep(100);
} catch (error) {
  await send({ missing: error instanceof Error ? error.message : "unknown" });
  while (isRunning(Number(run))) await systemClock.sleep(100);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function send(news: object): Promise<void> {
  const draft = join(folder, "draft.json");
  await writeFile(draft, JSON.stringify({ keeper: pid, ...news }));
  await rename(draft, join(folder, "news.json"));
}
