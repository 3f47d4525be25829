import type { DatabaseSync } from "node:sqlite";
import { grantColumns, grantValues, readGrant } from "../grant-rows.ts";
import { endedGrant, type GrantStore } from "../grant-store.ts";
import { numberOf } from "../rows.ts";
import { type Chain } from "./chain.ts";
import { createPrepared, cursorOf, type Statements, whereEqual } from "./prepared.ts";

export type GrantStatements = Statements<GrantStore> & ReturnType<typeof createForgetting>;

/** Creates the statements. Conditions are inside them, and each is one transaction with its entry. */
export function createGrantStatements(database: DatabaseSync, chain: Chain): GrantStatements {
  return {
    ...createFinding(database),
    ...createChanging(database, chain),
    ...createForgetting(database),
  };
}

function createFinding(
  database: DatabaseSync,
): Pick<GrantStatements, "find" | "activeOf" | "overdue" | "list"> {
  const prepared = createPrepared(database);
  const activeOf = database.prepare(
    `SELECT * FROM grants
      WHERE principal = :principal AND tenant IS :tenant AND state = 'active' AND server = :server
      ORDER BY expires_at, id`,
  );
  const overdue = database.prepare(
    "SELECT * FROM grants WHERE state = 'active' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?",
  );
  return {
    find: (id, { tenant } = {}) => {
      const { sql, values } = whereEqual({ id, tenant });
      return prepared(`SELECT * FROM grants WHERE ${sql}`).all(values).map(readGrant)[0];
    },
    activeOf: ({ principal, tenant, server }) =>
      activeOf.all({ principal, tenant, server }).map(readGrant),
    overdue: (now, max) => overdue.all(now, max).map(readGrant),
    list: ({ max, behind, ...filter }) => {
      const { sql, values } = whereEqual(filter);
      const older = behind === undefined ? "" : "AND (created_at, id) < (:behindAt, :behindId)";
      return prepared(
        `SELECT * FROM grants WHERE ${sql} ${older} ORDER BY created_at DESC, id DESC LIMIT :max`,
      )
        .all({ ...values, ...cursorOf(behind), max })
        .map(readGrant);
    },
  };
}

function createChanging(
  database: DatabaseSync,
  chain: Chain,
): Pick<GrantStatements, "add" | "use" | "end"> {
  const insert = database.prepare(
    `INSERT INTO grants (${grantColumns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const active = database.prepare(
    `SELECT count(*) AS count FROM grants
      WHERE principal = ? AND tenant IS ? AND state = 'active' AND expires_at > ?`,
  );
  const use = database.prepare(
    `UPDATE grants
      SET used = used + 1, state = CASE WHEN used + 1 = max_uses THEN 'spent' ELSE state END
      WHERE id = :id AND state = 'active' AND used < max_uses AND expires_at > :at`,
  );
  const find = database.prepare("SELECT * FROM grants WHERE id = ?");
  const end = database.prepare(
    "UPDATE grants SET state = :state, ended_by = :by, ended_at = :at WHERE id = :id",
  );
  return {
    add: (grant, { max, entry }) => {
      const { principal, tenant, createdAt } = grant;
      const counted = active.get(principal, tenant, createdAt) ?? { count: 0 };
      if (numberOf(counted, "count") >= max) return "too-many";
      chain.add([entry]);
      insert.run(...grantValues(grant));
      return "added";
    },
    use: ({ id, at }, intent) => {
      if (use.run({ id, at }).changes !== 1) return false;
      chain.add([intent]);
      return true;
    },
    // No other writer comes between read and update: the transaction began as IMMEDIATE.
    end: (id, ending, entry) => {
      const [found] = find.all(id).map(readGrant);
      const ended = found && endedGrant(found, ending);
      if (ended === undefined) return undefined;
      const { state, endedBy: by = null } = ended;
      end.run({ id, state, by, at: ending.at });
      chain.add([entry]);
      return ended;
    },
  };
}

function createForgetting(database: DatabaseSync) {
  const endedBefore = "state <> 'active' AND expires_at < ?";
  const find = database.prepare(`SELECT 1 FROM grants WHERE ${endedBefore} LIMIT 1`);
  const forget = database.prepare(
    `DELETE FROM grants WHERE id IN
      (SELECT id FROM grants WHERE ${endedBefore} ORDER BY expires_at LIMIT ?)`,
  );
  return {
    hasOld: (before: number): boolean => find.get(before) !== undefined,
    forget: (before: number, max: number): number => Number(forget.run(before, max).changes),
  };
}
