import { admissionColumns, admissionValues, readAdmission } from "../admission-rows.ts";
import type { AdmissionStore } from "../admission-store.ts";
import { numberOf } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Database } from "./database.ts";

/** The table, as a migration. Never change it once it is released. */
export const admissionsTable = `CREATE TABLE $schema.admissions (
     number bigint PRIMARY KEY,
     server text NOT NULL,
     tool text NOT NULL,
     digest text NOT NULL,
     state text NOT NULL,
     decided_by text NOT NULL,
     decided_at bigint NOT NULL,
     note text NOT NULL
   );
   CREATE INDEX admissions_of_tool ON $schema.admissions (server, tool, number);
   CREATE FUNCTION $schema.keep_admissions() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'Admissions are only added.'; END
   $$;
   CREATE TRIGGER admissions_are_only_added
     BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.admissions
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_admissions();`;

export function createPostgresAdmissions(
  { ask }: Database,
  chain: Chain,
  schema: string,
): AdmissionStore {
  const table = `${schema}.admissions`;

  return {
    put: (decision, { replaces, entry }) =>
      chain.change(async ({ ask: askInTransaction, add }) => {
        // Every change holds the chain lock, so no other decision can be put meanwhile.
        const [before] = await askInTransaction(
          `SELECT number FROM ${table} WHERE server = $1 AND tool = $2
           ORDER BY number DESC LIMIT 1`,
          [decision.server, decision.tool],
        );
        if ((before && numberOf(before, "number")) !== replaces) return "overtaken";
        await askInTransaction(
          `INSERT INTO ${table} (number, ${admissionColumns})
           SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM ${table}`,
          admissionValues(decision),
        );
        await add(entry);
        return "put";
      }),
    newest: async () => {
      const rows = await ask(
        `SELECT number, ${admissionColumns} FROM ${table}
         WHERE number IN (SELECT max(number) FROM ${table} GROUP BY server, tool) ORDER BY number`,
      );
      return rows.map(readAdmission);
    },
    revision: async () => {
      const [row = {}] = await ask(`SELECT coalesce(max(number), 0) AS number FROM ${table}`);
      return numberOf(row, "number");
    },
  };
}
