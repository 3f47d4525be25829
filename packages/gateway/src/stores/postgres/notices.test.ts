import { kill } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { Database } from "./database.ts";
import { Listener } from "./notices.ts";

const postgres = await usePostgres();
const url = postgres.missing === undefined ? await postgres.database() : "";

describe.skipIf(postgres.missing !== undefined)(
  `a listener (${postgres.missing ?? "PostgreSQL is there"})`,
  () => {
    it("keeps no connection that failed to listen", async () => {
      const options = { clock: systemClock, timeoutMs: patientDeadlineMs, connections: 1 };
      await using database = new Database(url, options);
      const channel = "no name of a channel";
      await using listener = new Listener({
        database,
        clock: systemClock,
        channel,
        received: () => undefined,
      });

      for (let time = 0; time < 3; time += 1)
        await expect(listener.listen()).rejects.toThrow("syntax");

      const others = `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      await expect.poll(() => database.ask(others)).toEqual([]);
    });

    it("reconnects after a half-open connection", async () => {
      const options = { clock: systemClock, timeoutMs: 1_000, connections: 1 };
      await using database = new Database(url, options);
      const clock = createFakeClock();
      const heard = Promise.withResolvers<string>();
      await using listener = new Listener({
        database,
        clock,
        channel: "news",
        received: heard.resolve,
      });
      await listener.listen();
      const [row] = await database.ask("SELECT pid FROM pg_stat_activity WHERE query ~ '^LISTEN'");
      const silent = Number(row?.["pid"]);
      kill(silent, "SIGSTOP");

      try {
        await clock.advance(30_000);
        await clock.untilSleeping();
        await clock.advance(100);
        await listener.listen();
        await database.ask("NOTIFY news, 'changed'");

        expect(await heard.promise).toBe("changed");
      } finally {
        kill(silent, "SIGCONT");
      }
    });
  },
);
