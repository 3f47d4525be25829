import { StoreError } from "../store-error.ts";

/** One raw row: data from a database is untrusted too. */
export type Row = Readonly<Record<string, unknown>>;

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new StoreError("corrupt");
  return value;
}

/** Reads an integer. PostgreSQL sends bigint as text, because it exceeds a number's range. */
export function integer(row: Row, column: string): number {
  const value = Number(row[column]);
  if (!Number.isSafeInteger(value)) throw new StoreError("corrupt");
  return value;
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new StoreError("corrupt");
  return Uint8Array.from(value);
}

export function oneOf<Value extends string>(
  row: Row,
  column: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === row[column]);
  if (found === undefined) throw new StoreError("corrupt");
  return found;
}

export function optional<T>(
  row: Row,
  column: string,
  read: (row: Row, column: string) => T,
): T | undefined {
  return row[column] === null ? undefined : read(row, column);
}

/**
 * Returns false for text with zero bytes, which PostgreSQL cannot store. Ids are untrusted, so no
 * row can have such an id.
 */
export function isStorable(...texts: readonly (string | undefined)[]): boolean {
  return !texts.some((each) => each?.includes("\0"));
}
