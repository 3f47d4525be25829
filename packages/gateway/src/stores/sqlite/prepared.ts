import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Caches prepared statements by text; there are only a few. */
export function createPrepared(database: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
}

export interface Where {
  readonly sql: string;
  readonly values: Record<string, SQLInputValue>;
}

/** Builds a condition from the columns with a value, so that an index can serve it. */
export function whereEqual(filter: Readonly<Record<string, string | undefined>>): Where {
  const values: Where["values"] = {};
  for (const [column, value] of Object.entries(filter)) {
    if (value !== undefined) values[column] = value;
  }
  const parts = Object.keys(values).map((column) => `${column} = :${column}`);
  return { sql: parts.join(" AND ") || "TRUE", values };
}
