import { StoreError } from "../store-error.ts";

/** One row as it came: a database is an outside too. */
export type Row = Readonly<Record<string, unknown>>;

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new StoreError("corrupt");
  return value;
}

/** Whole numbers come as text, because theirs are larger than ours. */
export function integer(row: Row, column: string): number {
  const value = Number(row[column]);
  if (!Number.isSafeInteger(value)) throw new StoreError("corrupt");
  return value;
}

export function optional<T>(
  row: Row,
  column: string,
  read: (row: Row, column: string) => T,
): T | undefined {
  return row[column] === null ? undefined : read(row, column);
}
