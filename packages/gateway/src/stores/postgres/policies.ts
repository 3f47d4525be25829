import type { PolicyStore } from "../policy-store.ts";
import { readPolicy, readPolicyPut } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Database } from "./database.ts";

export function createPostgresPolicies(
  { ask }: Database,
  chain: Chain,
  schema: string,
): PolicyStore {
  const table = `${schema}.policies`;
  const select = `SELECT version, content, put_by, put_at FROM ${table}`;
  const newest = `${select} ORDER BY number DESC LIMIT 1`;

  return {
    put: (policy, { replaces, entry }) =>
      chain.change(async ({ ask: askInTransaction, add }) => {
        // Every change holds the chain lock, so no other policy can be put meanwhile.
        const [before] = (await askInTransaction(newest)).map(readPolicy);
        if (before?.version !== replaces) return "overtaken";
        await askInTransaction(
          `INSERT INTO ${table} (number, version, content, put_by, put_at)
           SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM ${table}`,
          [policy.version, policy.text, policy.by, policy.at],
        );
        await add(entry);
        return "put";
      }),
    newest: async () => (await ask(newest)).map(readPolicy)[0],
    find: async (version) => {
      const rows = await ask(`${select} WHERE version = $1 ORDER BY number DESC LIMIT 1`, [
        version,
      ]);
      return rows.map(readPolicy)[0];
    },
    list: async (max) => {
      const sql = `SELECT version, put_by, put_at FROM ${table} ORDER BY number DESC LIMIT $1`;
      return (await ask(sql, [max])).map(readPolicyPut);
    },
  };
}
