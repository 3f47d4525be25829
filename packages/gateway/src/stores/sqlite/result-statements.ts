import type { DatabaseSync } from "node:sqlite";
import { isSameResult, type ResultStore, resultFields } from "../result-store.ts";
import { readListedResult, readResult, resultColumns } from "../rows.ts";
import { createPrepared, type Statements, whereEqual } from "./prepared.ts";

type ResultStatements = Statements<ResultStore>;

export function createResultStatements(database: DatabaseSync): ResultStatements {
  const insert = database.prepare(
    `INSERT INTO results (${resultColumns}, output)
     VALUES (${resultFields.map((field) => `:${field}`).join(", ")})`,
  );
  const findOne = database.prepare("SELECT * FROM results WHERE call_id = ?");
  const prepared = createPrepared(database);
  const find: ResultStatements["find"] = (callId) => findOne.all(callId).map(readResult)[0];
  return {
    keep: (result) => {
      const there = find(result.callId);
      if (there !== undefined) return isSameResult(there, result) ? "kept" : "taken";
      insert.run(Object.fromEntries(resultFields.map((field) => [field, result[field] ?? null])));
      return "kept";
    },
    find,
    list: ({ tenant, tool, discoveryId, before, behind }, max) => {
      const { sql, values } = whereEqual({ tenant, tool, discovery_id: discoveryId });
      const late = before === undefined ? "" : "AND at < :before";
      const older = behind === undefined ? "" : "AND (at, call_id) < (:behindAt, :behindId)";
      return prepared(
        `SELECT ${resultColumns} FROM results WHERE ${sql} ${late} ${older}
          ORDER BY at DESC, call_id DESC LIMIT :max`,
      )
        .all({
          ...values,
          ...(before !== undefined && { before }),
          ...(behind !== undefined && { behindAt: behind.at, behindId: behind.callId }),
          max,
        })
        .map(readListedResult);
    },
    forget: createForgetting(database),
  };
}

function createForgetting(database: DatabaseSync): ResultStatements["forget"] {
  const allow = database.prepare(
    `INSERT INTO results_forgotten (id, before) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET before = max(before, excluded.before)`,
  );
  const forget = database.prepare(
    `DELETE FROM results WHERE call_id IN
      (SELECT call_id FROM results WHERE at < ? ORDER BY at LIMIT ?)`,
  );
  return (before, max) => {
    allow.run(before);
    return Number(forget.run(before, max).changes);
  };
}
