import {
  quarantineColumns,
  quarantineValues,
  readListedQuarantined,
  readQuarantined,
} from "../quarantine-rows.ts";
import type { QuarantineFilter, QuarantineStore } from "../quarantine-store.ts";
import { numberOf } from "../rows.ts";
import { isStorable, whereEqual } from "./conditions.ts";
import type { Database } from "./database.ts";

/** The table, as a migration. Never change it once it is released. */
export const quarantineTable = `CREATE TABLE $schema.quarantine (
     id text PRIMARY KEY,
     call_id text NOT NULL,
     tenant text NOT NULL,
     server text NOT NULL,
     tool text NOT NULL,
     contract text NOT NULL,
     clause text NOT NULL,
     -- As JSON.
     issues text NOT NULL,
     at bigint NOT NULL,
     sha256 text NOT NULL,
     redacted integer NOT NULL,
     is_cut integer NOT NULL,
     bytes integer NOT NULL,
     text text NOT NULL
   );
   -- With the size, so that the bounds are checked in the index alone.
   CREATE INDEX quarantine_newest ON $schema.quarantine (at, id COLLATE "C") INCLUDE (bytes);
   CREATE FUNCTION $schema.keep_quarantine() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'Quarantined results are never changed.'; END
   $$;
   CREATE TRIGGER quarantine_is_never_changed BEFORE UPDATE ON $schema.quarantine
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_quarantine();`;

const newestFirst = `ORDER BY at DESC, id COLLATE "C" DESC`;

export function createPostgresQuarantine({ ask }: Database, schema: string): QuarantineStore {
  const table = `${schema}.quarantine`;
  const removed = removingFrom(table, ask);

  return {
    keep: async (result) => {
      const values = quarantineValues(result);
      const places = values.map((_, index) => `$${index + 1}`).join(", ");
      await ask(
        `INSERT INTO ${table} (${quarantineColumns}, bytes, text) VALUES (${places})
         ON CONFLICT DO NOTHING`,
        values,
      );
    },
    find: async (id) => {
      if (!isStorable(id)) return undefined;
      const rows = await ask(`SELECT ${quarantineColumns}, text FROM ${table} WHERE id = $1`, [id]);
      return rows.map(readQuarantined)[0];
    },
    list: async ({ since, before, behind, ...filter }, max) => {
      const { tenant, server, tool, clause } = filter;
      if (!isStorable(tenant, server, tool, clause, behind?.id)) return [];
      const { sql, values } = whereEqual({ tenant, server, tool, clause });
      const next = values.length + 1;
      const rows = await ask(
        `SELECT ${quarantineColumns} FROM ${table} WHERE ${sql}
           AND at >= coalesce($${next}, at) AND at < coalesce($${next + 1}, at + 1)
           AND ($${next + 2}::bigint IS NULL
                OR (at, id COLLATE "C") < ($${next + 2}::bigint, $${next + 3}::text))
         ${newestFirst} LIMIT $${next + 4}`,
        [...values, since ?? null, before ?? null, ...placeOf(behind), max],
      );
      return rows.map(readListedQuarantined);
    },
    remove: (ids) => removed("id = ANY($1::text[])", [ids.filter((id) => isStorable(id))]),
    trim: ({ maxResults, maxBytes }) =>
      removed(
        `id IN (SELECT id FROM
           (SELECT id, row_number() OVER newest AS position, sum(bytes) OVER newest AS total
            FROM ${table} WINDOW newest AS (${newestFirst} ROWS UNBOUNDED PRECEDING)) AS counted
           WHERE position > $1 OR total > $2)`,
        [maxResults, maxBytes],
      ),
    forget: (before, max) =>
      removed(
        `id IN (SELECT id FROM ${table} WHERE at < $1 ORDER BY at, id COLLATE "C" LIMIT $2)`,
        [before, max],
      ),
  };
}

/** The place behind which a list begins. */
function placeOf(
  behind: QuarantineFilter["behind"],
): readonly [at: number | null, id: string | null] {
  return behind === undefined ? [null, null] : [behind.at, behind.id];
}

/** Deletes the rows of a condition, and returns how many there were. */
function removingFrom(
  table: string,
  ask: Database["ask"],
): (which: string, values: readonly unknown[]) => Promise<number> {
  return async (which, values) => {
    const [counted = {}] = await ask(
      `WITH gone AS (DELETE FROM ${table} WHERE ${which} RETURNING 1)
       SELECT count(*) AS count FROM gone`,
      values,
    );
    return numberOf(counted, "count");
  };
}
