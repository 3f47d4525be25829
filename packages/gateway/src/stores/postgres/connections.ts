import type { ConnectionStore, StoredConnection } from "../connection-store.ts";
import { readConnection } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { isStorable, whereEqual } from "./conditions.ts";
import type { Database } from "./database.ts";

const columns = `id, tenant, owner, name, status, version, settings, sealed, created_at, changed_at`;

export function createPostgresConnections(
  { ask }: Database,
  chain: Chain,
  schema: string,
): ConnectionStore {
  const table = `${schema}.connections`;
  const select = `SELECT ${columns} FROM ${table}`;

  return {
    ...createChanges(chain, table),
    find: async (id) => {
      if (!isStorable(id)) return undefined;
      return (await ask(`${select} WHERE id = $1`, [id])).map(readConnection)[0];
    },
    list: async ({ tenant, owner, name, status }) => {
      if (!isStorable(tenant, owner, name)) return [];
      const { sql, values } = whereEqual({ tenant, owner, name, status });
      const order = `ORDER BY created_at, id COLLATE "C"`;
      return (await ask(`${select} WHERE ${sql} ${order}`, values)).map(readConnection);
    },
  };
}

function createChanges(chain: Chain, table: string): Pick<ConnectionStore, "add" | "replace"> {
  return {
    add: (connection, entry) =>
      chain.change(async ({ ask, add }) => {
        const [added] = await ask(
          `INSERT INTO ${table} (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           ON CONFLICT DO NOTHING RETURNING id`,
          [...valuesOf(connection), connection.createdAt, connection.changedAt],
        );
        if (added === undefined) return "taken";
        await add(entry);
        return "added";
      }),
    replace: (connection, entry) =>
      chain.change(async ({ ask, add }) => {
        if (!isStorable(connection.id, connection.tenant)) return "overtaken";
        const [replaced] = await ask(
          `UPDATE ${table}
           SET owner = $3, name = $4, status = $5, version = $6, settings = $7, sealed = $8,
               changed_at = $9
           WHERE id = $1 AND tenant = $2 AND version = $6 - 1 RETURNING id`,
          [...valuesOf(connection), connection.changedAt],
        );
        if (replaced === undefined) return "overtaken";
        if (entry !== undefined) await add(entry);
        return "replaced";
      }),
  };
}

/** Returns the values in column order, up to the times. */
function valuesOf(connection: StoredConnection): readonly unknown[] {
  return [
    connection.id,
    connection.tenant,
    connection.owner,
    connection.name,
    connection.status,
    connection.version,
    JSON.stringify(connection.settings),
    JSON.stringify(connection.sealed),
  ];
}
