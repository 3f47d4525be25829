import { kill } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it } from "vitest";
import type { Row } from "../rows.ts";
import { patientDeadlineMs } from "../store-error.ts";
import { Database } from "./database.ts";

const postgres = await usePostgres();
const url = postgres.missing === undefined ? await postgres.database() : "";

const name = new URL(url || "postgres:///none").pathname.slice(1);

const patient = { timeoutMs: patientDeadlineMs, connections: 2 };

function open(timeoutMs = patientDeadlineMs): Database {
  return new Database(url, { clock: systemClock, timeoutMs, connections: 2 });
}

const begin = "BEGIN; SELECT pg_backend_pid()::text AS id";
const take = "SELECT pg_try_advisory_xact_lock(7)::text AS taken";

describe.skipIf(postgres.missing !== undefined)(
  `a transaction in PostgreSQL (${postgres.missing ?? "there"})`,
  () => {
    it("fails without a crash when its connection is cut between two statements", async () => {
      await using database = open();

      const cut = database.transact(begin, async (ask, [begun]) => {
        await database.ask("SELECT pg_terminate_backend($1)", [begun?.["id"]]);
        await systemClock.sleep(20);
        return ask("SELECT 1");
      });

      await expect(cut).rejects.toMatchObject({ kind: "unreachable" });
      expect(await database.ask("SELECT '1' AS one")).toEqual([{ one: "1" }]);
    });

    it("does not block others for long when its holder stalls", async () => {
      await using other = open();
      await using database = open(100);
      const stopped = database.transact(begin, async (ask) => {
        await ask(take);
        await systemClock.sleep(300);
        return ask(take);
      });

      await expect(stopped).rejects.toMatchObject({ kind: "overdue" });

      await expect.poll(() => other.ask(take), { timeout: 2_000 }).toEqual([{ taken: "true" }]);
    });

    it("blocks others no longer than a call waits, even with a longer timeout of its own", async () => {
      await using database = open();

      expect(await database.ask("SHOW idle_in_transaction_session_timeout")).toEqual([
        { idle_in_transaction_session_timeout: "800ms" },
      ]);
    });

    it("is not committed after it was reported overdue", async () => {
      await using other = open();
      await using database = open(100);
      await other.ask("CREATE TABLE late (name text)");

      const late = database.transact("BEGIN", async (ask) => {
        await ask("SELECT pg_sleep(0.07)");
        await ask("SELECT pg_sleep(0.07)");
        await ask("INSERT INTO late VALUES ('one')");
      });

      await expect(late).rejects.toMatchObject({ kind: "overdue" });
      await systemClock.sleep(200);
      expect(await other.ask("SELECT * FROM late")).toEqual([]);
    });

    it("is rolled back when anything in it fails", async () => {
      await using database = open();
      await database.ask("CREATE TABLE things (name text)");

      const failing = database.transact("BEGIN", async (ask) => {
        await ask("INSERT INTO things VALUES ('one')");
        throw new Error("not today");
      });

      await expect(failing).rejects.toMatchObject({ kind: "failed" });
      expect(await database.ask("SELECT * FROM things")).toEqual([]);
    });

    it("is on disk when committed, for any default of the database", async () => {
      await using other = open();
      await other.ask(`ALTER DATABASE ${name} SET synchronous_commit = off`);
      await using database = open();

      expect(await database.ask("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
    });

    it("does not delay disposal when the server is unresponsive", async () => {
      const database = open();
      const [row] = await database.ask("SELECT pg_backend_pid()::text AS id");
      kill(Number(row?.["id"]), "SIGSTOP");

      try {
        await expect(database[Symbol.asyncDispose]()).resolves.toBeUndefined();
      } finally {
        kill(Number(row?.["id"]), "SIGCONT");
      }
    });
  },
);

describe.skipIf(postgres.missing !== undefined)(
  `a statement that commits by itself (${postgres.missing ?? "there"})`,
  () => {
    const slow = { name: "slow", text: "SELECT pg_sleep(600)::text AS slept" };
    const running = `SELECT pid::text AS id FROM pg_stat_activity
      WHERE state = 'active' AND query = $1`;

    /** Runs the slow statement, and returns once the server works on it. */
    async function runSlow(database: Database): Promise<{ failure: Promise<unknown>; id: number }> {
      const failure = database.run(slow, []).catch((error: unknown) => error);
      const ask = (): Promise<readonly Row[]> => database.ask(running, [slow.text]);
      await expect.poll(ask).toHaveLength(1);
      const [row] = await ask();
      return { failure, id: Number(row?.["id"]) };
    }

    it("is canceled when it is late, and the next one runs", async () => {
      const clock = createFakeClock();
      await using database = new Database(url, { ...patient, clock });
      const { failure } = await runSlow(database);

      await clock.advance(patientDeadlineMs);

      expect(await failure).toMatchObject({ kind: "overdue" });
      expect(await database.ask(running, [slow.text])).toEqual([]);
      expect(await database.run({ name: "one", text: "SELECT '1' AS one" }, [])).toEqual([
        { one: "1" },
      ]);
    });

    it("fails soon after its deadline when the server does not react", async () => {
      const clock = createFakeClock();
      await using database = new Database(url, { ...patient, clock });
      const { failure, id } = await runSlow(database);
      kill(id, "SIGSTOP");

      try {
        await clock.advance(patientDeadlineMs);
        await clock.advance(100);
        expect(await failure).toMatchObject({ kind: "overdue" });
      } finally {
        kill(id, "SIGCONT");
      }
    });
  },
);
