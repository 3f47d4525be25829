import type { SQLOutputValue } from "node:sqlite";
import { StoreError } from "../store-error.ts";

/** Raw columns. Data from a database is untrusted too, so it is checked before use. */
export type Columns = Readonly<Record<string, SQLOutputValue>>;

export function textOf(columns: Columns, name: string): string {
  const value = columns[name];
  if (typeof value !== "string") throw new StoreError("corrupt");
  return value;
}

export function numberOf(columns: Columns, name: string): number {
  const value = columns[name];
  if (typeof value !== "number") throw new StoreError("corrupt");
  return value;
}

export function bytesOf(columns: Columns, name: string): Uint8Array {
  const value = columns[name];
  if (!(value instanceof Uint8Array)) throw new StoreError("corrupt");
  return value;
}

export function oneOf<Value extends string>(
  columns: Columns,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === columns[name]);
  if (found === undefined) throw new StoreError("corrupt");
  return found;
}

export function isSet(columns: Columns, name: string): boolean {
  return columns[name] !== null;
}
