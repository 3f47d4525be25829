import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "../history-store.ts";
import { patientDeadlineMs } from "../store-error.ts";
import { noon } from "../suites/builders.ts";
import { linkSteps } from "../suites/link.ts";
import { openPostgresStores } from "./open-postgres-stores.ts";

const postgres = await usePostgres();
const url = postgres.missing === undefined ? await postgres.database() : "";
let opened = 0;

const entry = (position: number): HistoryEntry => ({ position, at: noon + position, body: "{}" });

/** Opens stores with one history of two entries, and a connection of another program. */
async function setUp(timeoutMs = patientDeadlineMs) {
  opened += 1;
  const schema = `histories_${opened}`;
  const stack = new AsyncDisposableStack();
  const options = { linkSteps, clock: systemClock, timeoutMs, schema };
  const stores = stack.use(await openPostgresStores(url, options));
  const client = new Client(url);
  await client.connect();
  stack.defer(() => client.end());
  for (const position of [1, 2]) await stores.histories.append("h", entry(position));
  const tell = async (sql: string): Promise<void> => {
    await client.query(`SET search_path = ${schema}; ${sql}`);
  };
  return { stores, tell, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe.skipIf(postgres.missing !== undefined)(
  `the histories in PostgreSQL (${postgres.missing ?? "there"})`,
  () => {
    it("are not removed while an entry is being appended", async () => {
      await using setup = await setUp();
      const { histories } = setup.stores;
      await setup.tell(`BEGIN; UPDATE histories SET last_position = 3, last_at = ${noon + 99};
        INSERT INTO history_entries SELECT history, 3, ${noon + 99}, '{}' FROM histories`);

      expect(await histories.forget(noon + 50, 9)).toBe(0);
      await setup.tell("COMMIT");

      expect(await histories.forget(noon + 50, 9)).toBe(0);
      expect(await histories.read("h", 0, 9)).toHaveLength(3);
    });

    it("lose the race to an entry that another process commits first", async () => {
      await using setup = await setUp();
      const { histories } = setup.stores;
      await setup.tell(`BEGIN; UPDATE histories SET last_position = 3, last_at = ${noon + 99};
        INSERT INTO history_entries SELECT history, 3, ${noon + 99}, 'theirs' FROM histories`);

      const appending = histories.append("h", entry(3));
      await setup.tell("COMMIT");

      expect(await appending).toBe(false);
      expect((await histories.read("h", 2, 9)).map(({ body }) => body)).toEqual(["theirs"]);
    });

    it("refuse in time while a row is locked, and append nothing afterwards", async () => {
      await using setup = await setUp(1_000);
      const { histories } = setup.stores;
      await setup.tell("BEGIN; SELECT FROM histories FOR UPDATE");

      await expect(histories.append("h", entry(3))).rejects.toMatchObject({ kind: "overdue" });
      await setup.tell("COMMIT");

      expect(await histories.read("h", 0, 9)).toHaveLength(2);
    });

    it("cannot be changed by statements of others", async () => {
      await using setup = await setUp();

      await expect(setup.tell("UPDATE history_entries SET body = 'other'")).rejects.toThrow(
        "never changed",
      );
    });

    it("report a table that is not there", async () => {
      await using setup = await setUp();
      await setup.tell("ALTER TABLE history_entries RENAME TO hidden");

      await expect(setup.stores.histories.read("h", 0, 9)).rejects.toMatchObject({
        kind: "failed",
      });
    });

    it("report that the stores were closed", async () => {
      await using setup = await setUp();
      await setup.stores[Symbol.asyncDispose]();

      await expect(setup.stores.histories.append("h", entry(3))).rejects.toMatchObject({
        kind: "closed",
      });
    });
  },
);
