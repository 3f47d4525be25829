import { grantColumns, grantValues, readGrant } from "../grant-rows.ts";
import { endedGrant, type GrantStore } from "../grant-store.ts";
import { numberOf } from "../rows.ts";
import type { Chain } from "./chain.ts";
import { isStorable, olderThan, whereEqual } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

export function createPostgresGrants({ ask }: Database, chain: Chain, schema: string): GrantStore {
  const table = `${schema}.grants`;
  const select = `SELECT ${grantColumns} FROM ${table}`;
  return {
    ...createChanges(chain, table),
    end: createEnd(chain, table),
    find: async (id, { tenant } = {}) => {
      if (!isStorable(id)) return undefined;
      const { sql, values } = whereEqual({ id, tenant });
      return (await ask(`${select} WHERE ${sql}`, values)).map(readGrant)[0];
    },
    activeOf: async ({ principal, tenant, server }) => {
      if (!isStorable(principal, tenant ?? undefined, server)) return [];
      const { sql, values } = whereEqual({ principal, tenant, server });
      const rows = await ask(
        `${select} WHERE ${sql} AND state = 'active' ORDER BY expires_at, id COLLATE "C"`,
        values,
      );
      return rows.map(readGrant);
    },
    overdue: async (now, max) => {
      const rows = await ask(
        `${select} WHERE state = 'active' AND expires_at <= $1
         ORDER BY expires_at, id COLLATE "C" LIMIT $2`,
        [now, max],
      );
      return rows.map(readGrant);
    },
    list: async ({ max, behind, ...filter }) => {
      const { sql, values } = olderThan(behind, whereEqual(filter));
      const rows = await ask(
        `${select} WHERE ${sql}
         ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $${values.length + 1}`,
        [...values, max],
      );
      return rows.map(readGrant);
    },
    forget: createForget(ask, table),
  };
}

function createForget(ask: Ask, table: string): GrantStore["forget"] {
  return async (before, max) => {
    // Another gateway may be removing too, so skip the rows it has locked.
    const gone = await ask(
      `DELETE FROM ${table} WHERE id IN
         (SELECT id FROM ${table} WHERE state <> 'active' AND expires_at < $1
          ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [before, max],
    );
    return gone.length;
  };
}

/** Creates the audited changes. All of them hold the chain lock, so none comes in between. */
function createChanges(chain: Chain, table: string): Pick<GrantStore, "add" | "use"> {
  return {
    add: (grant, { max, entry }) =>
      chain.change(async ({ ask, add }) => {
        const { principal, tenant, createdAt } = grant;
        const [counted = {}] = await ask(
          `SELECT count(*) AS count FROM ${table}
           WHERE principal = $1 AND tenant IS NOT DISTINCT FROM $2 AND state = 'active'
             AND expires_at > $3`,
          [principal, tenant, createdAt],
        );
        if (numberOf(counted, "count") >= max) return "too-many";
        await ask(
          `INSERT INTO ${table} (${grantColumns})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
          grantValues(grant),
        );
        await add(entry);
        return "added";
      }),
    use: ({ id, at }, intent) =>
      chain.change(async ({ ask, add }) => {
        if (!isStorable(id)) return false;
        const [used] = await ask(
          `UPDATE ${table}
           SET used = used + 1, state = CASE WHEN used + 1 = max_uses THEN 'spent' ELSE state END
           WHERE id = $1 AND state = 'active' AND used < max_uses AND expires_at > $2
           RETURNING id`,
          [id, at],
        );
        if (used === undefined) return false;
        await add(intent);
        return true;
      }),
  };
}

function createEnd(chain: Chain, table: string): GrantStore["end"] {
  return (id, ending, entry) =>
    chain.change(async ({ ask, add }) => {
      if (!isStorable(id)) return undefined;
      const rows = await ask(`SELECT ${grantColumns} FROM ${table} WHERE id = $1`, [id]);
      const found = rows.map(readGrant)[0];
      const ended = found && endedGrant(found, ending);
      if (ended === undefined) return undefined;
      const { state, endedBy = null, endedAt } = ended;
      await ask(`UPDATE ${table} SET state = $2, ended_by = $3, ended_at = $4 WHERE id = $1`, [
        id,
        state,
        endedBy,
        endedAt,
      ]);
      await add(entry);
      return ended;
    });
}
