import type { PolicyPut, PolicyStore, StoredPolicy } from "../policy-store.ts";
import type { Chain } from "./chain.ts";
import type { Database } from "./database.ts";
import { integer, type Row, text } from "./row.ts";

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
      chain.change(async ({ ask: askInStep, add }) => {
        // Every change holds the chain lock, so no other policy can be put meanwhile.
        const [before] = (await askInStep(newest)).map(storedPolicy);
        if (before?.version !== replaces) return "overtaken";
        await askInStep(
          `INSERT INTO ${table} (number, version, content, put_by, put_at)
           SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM ${table}`,
          [policy.version, policy.text, policy.by, policy.at],
        );
        await add(entry);
        return "put";
      }),
    newest: async () => (await ask(newest)).map(storedPolicy)[0],
    find: async (version) => {
      const rows = await ask(`${select} WHERE version = $1 ORDER BY number DESC LIMIT 1`, [
        version,
      ]);
      return rows.map(storedPolicy)[0];
    },
    list: async (most) => {
      const sql = `SELECT version, put_by, put_at FROM ${table} ORDER BY number DESC LIMIT $1`;
      return (await ask(sql, [most])).map(policyPut);
    },
  };
}

function storedPolicy(row: Row): StoredPolicy {
  return { ...policyPut(row), text: text(row, "content") };
}

function policyPut(row: Row): PolicyPut {
  return {
    version: text(row, "version"),
    by: text(row, "put_by"),
    at: integer(row, "put_at"),
  };
}
