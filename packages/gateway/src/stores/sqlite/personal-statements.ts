import type { DatabaseSync } from "node:sqlite";
import type { PersonalField, PersonalStore } from "../audit-store.ts";
import { type Erased, forgottenYeses, giverTexts } from "../forgotten.ts";
import { type Row, textOf, yesesOf } from "../rows.ts";
import type { Statements } from "./prepared.ts";

export function createPersonalStatements(database: DatabaseSync): Statements<PersonalStore> {
  const put = database.prepare(
    "INSERT OR IGNORE INTO personal (id, subject, salt, text) VALUES (?, ?, ?, ?)",
  );
  const find = database.prepare("SELECT * FROM personal WHERE id = ?");
  const erase = database.prepare("DELETE FROM personal WHERE subject = ?");
  const texts = database.prepare("SELECT DISTINCT text FROM personal WHERE subject = ?");
  const forget = createForget(database);
  return {
    put: ({ id, subject, salt, text }) => void put.run(id, subject, salt, text),
    find: (id) => find.all(id).map(readField)[0],
    textsOf: (subject) => texts.all(subject).map((row) => textOf(row, "text")),
    erase: (subject, tenant) => {
      forget(subject, tenant);
      return Number(erase.run(subject).changes);
    },
  };
}

function readField(row: Row): PersonalField {
  return {
    id: textOf(row, "id"),
    subject: textOf(row, "subject"),
    salt: textOf(row, "salt"),
    text: textOf(row, "text"),
  };
}

/** Removes the names of a subject from all records, and deletes their grants, connections and tasks. */
function createForget(database: DatabaseSync): (subject: string, tenant: string) => void {
  const names = database.prepare("SELECT DISTINCT text FROM personal WHERE subject = ?");
  const forgetApprovals = createForgetApprovals(database);
  const forgetGrants = createForgetGrants(database);
  const decidedDrafts = database.prepare(
    `UPDATE drafts SET decision = replace(decision, :before, :after)
      WHERE instr(decision, :before) > 0`,
  );
  const keys = database.prepare(
    `DELETE FROM keys
      WHERE (tenant, connection) IN (SELECT tenant, id FROM connections WHERE owner = ? AND tenant = ?)`,
  );
  const connections = database.prepare("DELETE FROM connections WHERE owner = ? AND tenant = ?");
  const tasks = database.prepare(
    "DELETE FROM tasks WHERE principal = ? AND coalesce(tenant, '') = ?",
  );
  return (subject, tenant) => {
    for (const row of names.all(subject)) {
      const name = textOf(row, "text");
      const [before, after] = giverTexts({ name, subject });
      forgetApprovals({ name, subject, tenant });
      forgetGrants({ name, subject, tenant });
      decidedDrafts.run({ before, after });
      keys.run(name, tenant);
      connections.run(name, tenant);
      tasks.run(name, tenant);
    }
  };
}

function createForgetApprovals(database: DatabaseSync): (erased: Erased) => void {
  const requested = database.prepare(
    "DELETE FROM approvals WHERE requester = ? AND coalesce(tenant, '') = ?",
  );
  const decided = database.prepare(
    "UPDATE approvals SET decided_by = ? WHERE decided_by = ? AND coalesce(tenant, '') = ?",
  );
  const given = database.prepare(
    `SELECT id, yeses FROM approvals
      WHERE instr(yeses, ?) > 0 AND coalesce(tenant, '') = ?`,
  );
  const leave = database.prepare("UPDATE approvals SET yeses = ? WHERE id = ?");
  return (erased) => {
    const { name, subject, tenant } = erased;
    requested.run(name, tenant);
    decided.run(subject, name, tenant);
    for (const row of given.all(giverTexts(erased)[0], tenant)) {
      leave.run(JSON.stringify(forgottenYeses(yesesOf(row), erased)), textOf(row, "id"));
    }
  };
}

function createForgetGrants(database: DatabaseSync): (erased: Erased) => void {
  const held = database.prepare(
    "DELETE FROM grants WHERE principal = ? AND coalesce(tenant, '') = ?",
  );
  // Without the giver's roles it covers nothing: the rights of an erased giver cannot be checked.
  const given = database.prepare(
    `UPDATE grants SET given_by = ?, giver_roles = NULL
      WHERE given_by = ? AND coalesce(tenant, '') = ?`,
  );
  const ended = database.prepare(
    "UPDATE grants SET ended_by = ? WHERE ended_by = ? AND coalesce(tenant, '') = ?",
  );
  return ({ name, subject, tenant }) => {
    held.run(name, tenant);
    given.run(subject, name, tenant);
    ended.run(subject, name, tenant);
  };
}
