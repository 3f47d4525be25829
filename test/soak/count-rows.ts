import { DatabaseSync } from "node:sqlite";
import { askPostgres } from "@toolcourt/testing/services/ask-postgres";

/** Counts the rows of a store, by table. */
export type CountRows = () => Promise<ReadonlyMap<string, number>>;

export function sqliteRows(path: string): CountRows {
  return async () => {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    const tables = database.prepare(sql).all();
    return new Map(
      tables.map(({ name }) => {
        const found = database.prepare(`SELECT count(*) AS count FROM ${String(name)}`).get();
        return [String(name), Number(found?.["count"])];
      }),
    );
  };
}

export function postgresRows(url: string): CountRows {
  const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'toolcourt'";
  return () =>
    askPostgres(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(sql);
      const counts = new Map<string, number>();
      for (const { name } of rows) {
        const count = `SELECT count(*)::integer AS count FROM toolcourt.${name}`;
        const found = await client.query<{ count: number }>(count);
        counts.set(name, found.rows[0]?.count ?? 0);
      }
      return counts;
    });
}
