import type { DatabaseSync } from "node:sqlite";
import type { ResultFilter, StoredResult } from "../result-store.ts";
import { isSameResult } from "../same-result.ts";
import { type Columns, numberOf, textOf } from "./columns.ts";
import { createPrepared, whereEqual } from "./prepared.ts";

type ListedResult = Omit<StoredResult, "output">;

export interface ResultSteps {
  readonly keepResult: (result: StoredResult) => "kept" | "taken";
  readonly findResult: (callId: string) => StoredResult | undefined;
  readonly listResults: (filter: ResultFilter, most: number) => readonly ListedResult[];
  readonly forgetResults: (before: number, most: number) => number;
}

const listed = "call_id, tenant, subject, server, tool, contract, at, digest";

export function createResultSteps(database: DatabaseSync): ResultSteps {
  const insert = database.prepare(
    `INSERT INTO results (${listed}, output)
     VALUES (:callId, :tenant, :subject, :server, :tool, :contract, :at, :digest, :output)`,
  );
  const find = database.prepare("SELECT * FROM results WHERE call_id = ?");
  const prepared = createPrepared(database);
  const findResult: ResultSteps["findResult"] = (callId) => {
    const row = find.get(callId);
    return row && readResult(row);
  };
  return {
    keepResult: (result) => {
      const there = findResult(result.callId);
      if (there !== undefined) return isSameResult(there, result) ? "kept" : "taken";
      insert.run({ ...result });
      return "kept";
    },
    findResult,
    listResults: ({ tenant, tool, before }, most) => {
      const { sql, values } = whereEqual({ tenant, tool });
      const late = before === undefined ? "" : "AND at < :before";
      return prepared(
        `SELECT ${listed} FROM results WHERE ${sql} ${late}
          ORDER BY at DESC, call_id DESC LIMIT :most`,
      )
        .all({ ...values, ...(before !== undefined && { before }), most })
        .map(readListed);
    },
    forgetResults: createForgetting(database),
  };
}

function createForgetting(database: DatabaseSync): ResultSteps["forgetResults"] {
  const allow = database.prepare(
    `INSERT INTO results_forgotten (id, before) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET before = max(before, excluded.before)`,
  );
  const forget = database.prepare(
    `DELETE FROM results WHERE call_id IN
      (SELECT call_id FROM results WHERE at < ? ORDER BY at LIMIT ?)`,
  );
  return (before, most) => {
    allow.run(before);
    return Number(forget.run(before, most).changes);
  };
}

function readListed(columns: Columns): ListedResult {
  return {
    callId: textOf(columns, "call_id"),
    tenant: textOf(columns, "tenant"),
    subject: textOf(columns, "subject"),
    server: textOf(columns, "server"),
    tool: textOf(columns, "tool"),
    contract: textOf(columns, "contract"),
    at: numberOf(columns, "at"),
    digest: textOf(columns, "digest"),
  };
}

function readResult(columns: Columns): StoredResult {
  return { ...readListed(columns), output: textOf(columns, "output") };
}
