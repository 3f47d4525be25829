import type { PersonalField, PersonalStore } from "../audit-store.ts";
import { type Erased, forgottenYeses, giverTexts } from "../forgotten.ts";
import { type Row, textOf, yesesOf } from "../rows.ts";
import { StoreError } from "../store-error.ts";
import type { Chain } from "./chain.ts";
import { isStorable } from "./conditions.ts";
import type { Ask, Database } from "./database.ts";

export function createPostgresPersonal(
  { ask }: Database,
  chain: Chain,
  schema: string,
): PersonalStore {
  return {
    put: async ({ id, subject, salt, text }) => {
      await ask(
        `INSERT INTO ${schema}.personal (id, subject, salt, json_text) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
        // As JSON: names may contain zero bytes, which PostgreSQL cannot store.
        [id, subject, salt, JSON.stringify(text)],
      );
    },
    find: async (id) => {
      const sql = `SELECT id, subject, salt, json_text FROM ${schema}.personal WHERE id = $1`;
      return (await ask(sql, [id])).map(personalField)[0];
    },
    textsOf: async (subject) => {
      const sql = `SELECT id, subject, salt, json_text FROM ${schema}.personal WHERE subject = $1`;
      return [...new Set((await ask(sql, [subject])).map((row) => personalField(row).text))];
    },
    // Under the chain lock, because approvals are decided under it.
    erase: (subject, tenant) =>
      chain.change(async (change) => {
        const sql = `DELETE FROM ${schema}.personal WHERE subject = $1
          RETURNING id, subject, salt, json_text`;
        const erased = (await change.ask(sql, [subject])).map(personalField);
        for (const { text: name } of erased) {
          if (isStorable(name)) await forget(change.ask, schema, { name, subject, tenant });
        }
        return erased.length;
      }),
  };
}

/** Removes a name from all records, and deletes the person's grants, connections and tasks. */
async function forget(ask: Ask, schema: string, erased: Erased): Promise<void> {
  const theirs = [erased.name, erased.tenant];
  await forgetInApprovals(ask, schema, erased);
  await forgetInGrants(ask, schema, erased);
  await ask(
    `UPDATE ${schema}.drafts SET decision = replace(decision, $1, $2)
     WHERE strpos(decision, $1) > 0`,
    giverTexts(erased),
  );
  await ask(
    `DELETE FROM ${schema}.keys WHERE (tenant, connection) IN
       (SELECT tenant, id FROM ${schema}.connections WHERE owner = $1 AND tenant = $2)`,
    theirs,
  );
  await ask(`DELETE FROM ${schema}.connections WHERE owner = $1 AND tenant = $2`, theirs);
  await ask(
    `DELETE FROM ${schema}.tasks WHERE principal = $1 AND coalesce(tenant, '') = $2`,
    theirs,
  );
}

async function forgetInApprovals(ask: Ask, schema: string, erased: Erased): Promise<void> {
  const { name, subject, tenant } = erased;
  const table = `${schema}.approvals`;
  const theirs = "= $1 AND coalesce(tenant, '') = $2";
  await ask(`DELETE FROM ${table} WHERE requester ${theirs}`, [name, tenant]);
  await ask(`UPDATE ${table} SET decided_by = $3 WHERE decided_by ${theirs}`, [
    name,
    tenant,
    subject,
  ]);
  const given = await ask(
    `SELECT id, yeses FROM ${table} WHERE strpos(yeses, $1) > 0 AND coalesce(tenant, '') = $2`,
    [giverTexts(erased)[0], tenant],
  );
  for (const row of given) {
    const left = JSON.stringify(forgottenYeses(yesesOf(row), erased));
    await ask(`UPDATE ${table} SET yeses = $2 WHERE id = $1`, [textOf(row, "id"), left]);
  }
}

async function forgetInGrants(ask: Ask, schema: string, erased: Erased): Promise<void> {
  const { name, subject, tenant } = erased;
  const table = `${schema}.grants`;
  const theirs = "= $1 AND coalesce(tenant, '') = $2";
  await ask(`DELETE FROM ${table} WHERE principal ${theirs}`, [name, tenant]);
  // Without the giver's roles it covers nothing: the rights of an erased giver cannot be checked.
  await ask(`UPDATE ${table} SET given_by = $3, giver_roles = NULL WHERE given_by ${theirs}`, [
    name,
    tenant,
    subject,
  ]);
  await ask(`UPDATE ${table} SET ended_by = $3 WHERE ended_by ${theirs}`, [name, tenant, subject]);
}

function personalField(row: Row): PersonalField {
  const name: unknown = JSON.parse(textOf(row, "json_text"));
  if (typeof name !== "string") throw new StoreError("corrupt");
  return {
    id: textOf(row, "id"),
    subject: textOf(row, "subject"),
    salt: textOf(row, "salt"),
    text: name,
  };
}
