import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts";
import type { LimitStore } from "@toolcourt/gateway";

/** Rate windows and leases in an SQLite file, for gateways on one machine that have no Redis. */
export function openSqliteLimits(path: string, clock: Clock): LimitStore & AsyncDisposable {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(schema);
  const current = database.prepare("SELECT used, ends FROM windows WHERE key = ? AND ends > ?");
  const put = database.prepare("INSERT OR REPLACE INTO windows (key, used, ends) VALUES (?, ?, ?)");
  const expire = database.prepare("DELETE FROM leases WHERE key = ? AND ends <= ?");
  const others = database.prepare("SELECT count(*) AS n FROM leases WHERE key = ? AND holder <> ?");
  const hold = database.prepare(
    "INSERT OR REPLACE INTO leases (key, holder, ends) VALUES (?, ?, ?)",
  );
  const release = database.prepare("DELETE FROM leases WHERE key = ? AND holder = ?");

  /** Takes the write lock first: of two processes that look and then write, both would win. */
  const exclusively = <T>(work: () => T): T => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };

  return {
    take: async (key, { wanted, max, windowMs }) =>
      exclusively(() => {
        const now = clock.now();
        const row = current.get(key, now);
        const [used, ends] = row ? [Number(row["used"]), Number(row["ends"])] : [0, now + windowMs];
        const granted = Math.max(0, Math.min(wanted, max - used));
        put.run(key, used + granted, ends);
        return { granted, endsInMs: ends - now };
      }),
    enter: async (key, { holder, max, leaseMs }) =>
      exclusively(() => {
        const now = clock.now();
        expire.run(key, now);
        if (Number(others.get(key, holder)?.["n"]) >= max) return false;
        hold.run(key, holder, now + leaseMs);
        return true;
      }),
    leave: async (key, holder) => {
      release.run(key, holder);
    },
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

const schema = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS windows (key TEXT PRIMARY KEY, used INTEGER, ends INTEGER);
  CREATE TABLE IF NOT EXISTS leases (key TEXT, holder TEXT, ends INTEGER, PRIMARY KEY (key, holder));
`;
