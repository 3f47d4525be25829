import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** The operations of a store as the thread runs them: each part of a transaction, synchronous. */
export type Statements<Store> = {
  readonly [Method in keyof Store]: Store[Method] extends (
    ...values: infer Values
  ) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

/** Caches prepared statements by text; there are only a few. */
export function createPrepared(database: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
}

/** Builds a condition from the columns with a value, so that an index can serve it. */
export function whereEqual(filter: Readonly<Record<string, string | null | undefined>>): {
  readonly sql: string;
  readonly values: Record<string, SQLInputValue>;
} {
  const values: Record<string, SQLInputValue> = {};
  for (const [column, value] of Object.entries(filter)) {
    if (value !== undefined) values[column] = value;
  }
  // `IS` also matches null with null.
  const parts = Object.keys(values).map((column) => `${column} IS :${column}`);
  return { sql: parts.join(" AND ") || "TRUE", values };
}

/** Returns the values of a list's cursor. Empty for the beginning of the list. */
export function cursorOf(
  behind: { readonly createdAt: number; readonly id: string } | undefined,
): Record<string, string | number> {
  return behind === undefined ? {} : { behindAt: behind.createdAt, behindId: behind.id };
}
