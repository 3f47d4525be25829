import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { useRedis } from "@toolcourt/testing/services/use-redis";
import { describe, expect, it } from "vitest";
import type { HistoryStore } from "../../stores/history-store.ts";
import { openPostgresStores } from "../../stores/postgres/open-postgres-stores.ts";
import { openRedisStores } from "../../stores/redis/open-redis-stores.ts";
import { openSqliteStores } from "../../stores/sqlite/open-sqlite-stores.ts";
import { patientDeadlineMs } from "../../stores/store-error.ts";
import { link, linkModule, linkSteps } from "../../stores/suites/link.ts";
import { type Histories, openHistories } from "./histories.ts";

const postgres = await usePostgres();
const redis = await useRedis();

type Open = (stack: AsyncDisposableStack) => Promise<() => Promise<HistoryStore>>;

const openInSqlite: Open = async (stack) => {
  const path = join(stack.use(await openFolder()).path, "state.db");
  const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };
  return async () => stack.use(await openSqliteStores(path, options)).histories;
};

const openInPostgres: Open = async (stack) => {
  const url = await postgres.database();
  const options = { linkSteps, clock: systemClock, timeoutMs: patientDeadlineMs };
  return async () => stack.use(await openPostgresStores(url, options)).histories;
};

const openInRedis: Open = async (stack) => {
  const options = { prefix: redis.prefix(), timeoutMs: patientDeadlineMs };
  return async () => stack.use(await openRedisStores(redis.url, options)).histories;
};

/** Opens the running totals of one process. */
function openTotals(store: HistoryStore): Histories<number, number> {
  return openHistories<number, number>({
    store,
    clock: systemClock,
    form: { write: String, read: Number },
    empty: () => 0,
    apply: (sum, body) => sum + body,
  });
}

/** Takes three of a hundred, or nothing. */
function take({ decide }: Histories<number, number>): Promise<number> {
  return decide("h", (sum) =>
    sum + 3 <= 100 ? { body: 3, answer: 3 } : { body: undefined, answer: 0 },
  );
}

// They start threads and connections, which is slow on a busy machine.
describe.each([
  { name: "SQLite", open: openInSqlite, missing: undefined },
  { name: "PostgreSQL", open: openInPostgres, missing: postgres.missing },
  { name: "Redis", open: openInRedis, missing: redis.missing },
])("replicas that share $name", { timeout: 60_000 }, ({ open, missing }) => {
  it.skipIf(missing !== undefined)(
    "let 64 callers never above a ceiling, and use it up",
    async () => {
      await using stack = new AsyncDisposableStack();
      const openStore = await open(stack);
      const one = openTotals(await openStore());
      const other = openTotals(await openStore());

      const taken = await Promise.all(
        Array.from({ length: 64 }, async (_, index) => take(index % 2 === 0 ? one : other)),
      );

      expect(taken.filter((each) => each === 3)).toHaveLength(33);
      expect(await one.current("h")).toBe(99);
      expect(await other.current("h")).toBe(99);
    },
  );
});
