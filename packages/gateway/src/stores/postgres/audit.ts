import type { AuditStore } from "../audit-store.ts";
import { readAuditRow, readCheckpoint } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Database } from "./database.ts";

/** Every commit is on disk here, so both durabilities are the same. */
export function createPostgresAudit(database: Database, chain: Chain, schema: string): AuditStore {
  const { ask } = database;
  const columns = `sequence, body, hash FROM ${schema}.audit`;

  return {
    append: async (entries) => (entries.length === 0 ? [] : chain.append(entries)),
    last: async () => {
      const rows = await ask(`SELECT ${columns} ORDER BY sequence DESC LIMIT 1`);
      return rows.map(readAuditRow)[0];
    },
    read: async (from, max) => {
      const sql = `SELECT ${columns} WHERE sequence >= $1 ORDER BY sequence LIMIT $2`;
      return (await ask(sql, [from, max])).map(readAuditRow);
    },
    unfinished: async (before) => {
      const sql = `SELECT a.sequence, a.body, a.hash
        FROM ${schema}.begun b JOIN ${schema}.audit a USING (sequence)
        WHERE b.at < $1 ORDER BY a.sequence`;
      return (await ask(sql, [before])).map(readAuditRow);
    },
    keepCheckpoint: async ({ size, note }) => {
      await ask(
        `INSERT INTO ${schema}.checkpoints (size, note) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [size, note],
      );
    },
    checkpoints: async (max) => {
      const sql = `SELECT size, note FROM ${schema}.checkpoints ORDER BY size LIMIT $1`;
      // PostgreSQL reads LIMIT NULL as no limit.
      return (await ask(sql, [max ?? null])).map(readCheckpoint);
    },
  };
}
