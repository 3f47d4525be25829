import type { KeyUseStore } from "../key-use-store.ts";
import { readKeyUse } from "../rows.ts";
import type { Database } from "./database.ts";

export function createPostgresKeyUses({ ask }: Database, schema: string): KeyUseStore {
  const table = `${schema}.key_uses`;
  return {
    put: async (uses) => {
      // Sorted, so that two gateways lock the rows in the same order.
      const sorted = uses.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
      await ask(
        `INSERT INTO ${table} AS known (fingerprint, at)
         SELECT * FROM unnest($1::text[], $2::bigint[])
         ON CONFLICT (fingerprint) DO UPDATE SET at = greatest(known.at, excluded.at)`,
        [sorted.map(({ fingerprint }) => fingerprint), sorted.map(({ at }) => at)],
      );
    },
    list: async () =>
      (await ask(`SELECT fingerprint, at FROM ${table} ORDER BY fingerprint COLLATE "C"`)).map(
        readKeyUse,
      ),
  };
}
