import type { DatabaseSync } from "node:sqlite";
import { admissionColumns, admissionValues, readAdmission } from "../admission-rows.ts";
import type { AdmissionStore } from "../admission-store.ts";
import { numberOf } from "../rows.ts";
import type { Chain } from "./chain.ts";
import type { Statements } from "./prepared.ts";

/** The table, as a migration. Never change it once it is released. */
export const admissionsTable = `
  CREATE TABLE admissions (
    number INTEGER PRIMARY KEY,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at REAL NOT NULL,
    note TEXT NOT NULL
  ) STRICT;
  CREATE INDEX admissions_of_tool ON admissions (server, tool, number);
  CREATE TRIGGER admissions_are_never_changed BEFORE UPDATE ON admissions
    BEGIN SELECT RAISE(ABORT, 'admissions are never changed'); END;
  CREATE TRIGGER admissions_are_never_removed BEFORE DELETE ON admissions
    BEGIN SELECT RAISE(ABORT, 'admissions are never removed'); END;
  -- REPLACE removes what is in its way without asking the trigger above.
  CREATE TRIGGER admissions_are_never_replaced BEFORE INSERT ON admissions
    WHEN EXISTS (SELECT 1 FROM admissions WHERE number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'admissions are never replaced'); END;
  `;

export function createAdmissionStatements(
  database: DatabaseSync,
  chain: Chain,
): Statements<AdmissionStore> {
  const insert = database.prepare(
    `INSERT INTO admissions (${admissionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const newestOf = database.prepare(
    "SELECT max(number) AS number FROM admissions WHERE server = ? AND tool = ?",
  );
  const newest = database.prepare(
    `SELECT number, ${admissionColumns} FROM admissions
      WHERE number IN (SELECT max(number) FROM admissions GROUP BY server, tool) ORDER BY number`,
  );
  const revision = database.prepare("SELECT coalesce(max(number), 0) AS number FROM admissions");
  return {
    put: (decision, { replaces, entry }) => {
      // The write transaction holds the file, so no other decision can be put in between.
      const before = newestOf.get(decision.server, decision.tool)?.["number"] ?? undefined;
      if (before !== replaces) return "overtaken";
      chain.add([entry]);
      insert.run(...admissionValues(decision));
      return "put";
    },
    newest: () => newest.all().map(readAdmission),
    revision: () => numberOf(revision.get() ?? {}, "number"),
  };
}
