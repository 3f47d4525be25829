import type { PersonalField, PersonalStore } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";
import type { Ask } from "./database.ts";
import { type Row, text } from "./row.ts";

export function createPostgresPersonal(ask: Ask, schema: string): PersonalStore {
  return {
    put: async ({ id, subject, salt, text: said }) => {
      await ask(
        `INSERT INTO ${schema}.personal (id, subject, salt, json_text) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
        // As JSON, because people may be called anything and PostgreSQL keeps no zero bytes.
        [id, subject, salt, JSON.stringify(said)],
      );
    },
    find: async (id) => {
      const sql = `SELECT id, subject, salt, json_text FROM ${schema}.personal WHERE id = $1`;
      return (await ask(sql, [id])).map(personalField)[0];
    },
    erase: async (subject) => {
      const sql = `DELETE FROM ${schema}.personal WHERE subject = $1 RETURNING id`;
      return (await ask(sql, [subject])).length;
    },
  };
}

function personalField(row: Row): PersonalField {
  const said: unknown = JSON.parse(text(row, "json_text"));
  if (typeof said !== "string") throw new StoreError("corrupt");
  return {
    id: text(row, "id"),
    subject: text(row, "subject"),
    salt: text(row, "salt"),
    text: said,
  };
}
