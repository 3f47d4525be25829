import type { DatabaseSync } from "node:sqlite";
import type { PersonalField } from "../audit-store.ts";
import { textOf } from "./columns.ts";

export interface PersonalSteps {
  readonly putPersonal: (field: PersonalField) => void;
  readonly findPersonal: (id: string) => PersonalField | undefined;
  readonly erasePersonal: (subject: string) => number;
}

export function createPersonalSteps(database: DatabaseSync): PersonalSteps {
  const put = database.prepare(
    "INSERT OR IGNORE INTO personal (id, subject, salt, text) VALUES (?, ?, ?, ?)",
  );
  const find = database.prepare("SELECT * FROM personal WHERE id = ?");
  const erase = database.prepare("DELETE FROM personal WHERE subject = ?");
  return {
    putPersonal: ({ id, subject, salt, text }) => void put.run(id, subject, salt, text),
    findPersonal: (id) => {
      const row = find.get(id);
      if (row === undefined) return undefined;
      return {
        id: textOf(row, "id"),
        subject: textOf(row, "subject"),
        salt: textOf(row, "salt"),
        text: textOf(row, "text"),
      };
    },
    erasePersonal: (subject) => Number(erase.run(subject).changes),
  };
}
