import type { KeyStore } from "../key-store.ts";
import { numberOf, readKey, readKeyCheck } from "../rows.ts";
import type { Ask, Database } from "./database.ts";

/** Every condition is inside its statement, so each statement is atomic on its own. */
export function createPostgresKeys({ ask }: Database, schema: string): KeyStore {
  const table = `${schema}.keys`;
  const select = `SELECT tenant, connection, version, wrapped_by, bytes FROM ${table}`;
  const owned = `${select} WHERE tenant = $1 AND connection = $2`;

  return {
    ...createChecks(ask, schema),
    newest: async ({ tenant, connection }) => {
      const rows = await ask(`${owned} ORDER BY version DESC LIMIT 1`, [tenant, connection]);
      return rows.map(readKey)[0];
    },
    read: async ({ tenant, connection }, version) => {
      const rows = await ask(`${owned} AND version = $3`, [tenant, connection, version]);
      return rows.map(readKey)[0];
    },
    insert: async ({ owner, version, wrappedBy, bytes }) => {
      const inserted = await ask(
        `INSERT INTO ${table} (tenant, connection, version, wrapped_by, bytes)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING version`,
        [owner.tenant, owner.connection, version, wrappedBy, Buffer.from(bytes)],
      );
      return inserted.length === 1;
    },
    rewrap: async ({ owner, version, bytes: before }, { wrappedBy, bytes: after }) => {
      const changed = await ask(
        `UPDATE ${table} SET wrapped_by = $5, bytes = $6
         WHERE tenant = $1 AND connection = $2 AND version = $3 AND bytes = $4 RETURNING version`,
        [
          owner.tenant,
          owner.connection,
          version,
          Buffer.from(before),
          wrappedBy,
          Buffer.from(after),
        ],
      );
      return changed.length === 1;
    },
    wrappedBefore: async (keyVersion, limit) =>
      (await ask(`${select} WHERE wrapped_by < $1 LIMIT $2`, [keyVersion, limit])).map(readKey),
    countByWrapping: async () => {
      const sql = `SELECT wrapped_by, count(*) AS count FROM ${table} GROUP BY wrapped_by`;
      const rows = await ask(sql);
      return new Map(rows.map((row) => [numberOf(row, "wrapped_by"), numberOf(row, "count")]));
    },
  };
}

function createChecks(
  ask: Ask,
  schema: string,
): Pick<KeyStore, "checks" | "insertCheck" | "removeCheck"> {
  const table = `${schema}.key_checks`;
  return {
    checks: async () => {
      const rows = await ask(`SELECT key_version, bytes FROM ${table} ORDER BY key_version`);
      return rows.map(readKeyCheck);
    },
    insertCheck: async ({ keyVersion, bytes }) => {
      const inserted = await ask(
        `INSERT INTO ${table} (key_version, bytes) VALUES ($1, $2)
         ON CONFLICT DO NOTHING RETURNING key_version`,
        [keyVersion, Buffer.from(bytes)],
      );
      return inserted.length === 1;
    },
    removeCheck: async (keyVersion) => {
      await ask(`DELETE FROM ${table} WHERE key_version = $1`, [keyVersion]);
    },
  };
}
