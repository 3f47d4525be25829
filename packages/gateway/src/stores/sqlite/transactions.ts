import type { DatabaseSync } from "node:sqlite";
import type { Durability } from "../audit-store.ts";
import type { Patiently } from "./patience.ts";

/** Runs work as one transaction: all of it, or none and the reason. */
export type Transact = <Result>(durability: Durability, work: () => Result) => Result;

/**
 * In WAL mode a commit at NORMAL is handed to the operating system, which a killed process survives; at
 * FULL it is followed by a sync of the write-ahead log, and with it of everything committed before
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
const levels = { committed: "NORMAL", "on-disk": "FULL" } satisfies Record<Durability, string>;

export interface TransactOptions {
  readonly patiently: Patiently;
  /** Called when a transaction has begun. */
  readonly begun: () => void;
  readonly committed: () => void;
  /** Called where nothing is left of a transaction. */
  readonly reset: () => void;
}

export function createTransact(
  database: DatabaseSync,
  { patiently, begun, committed, reset }: TransactOptions,
): Transact {
  // IMMEDIATE: who reads the last row must be the one who writes the next.
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  let level: Durability | undefined;

  return (durability, work) => {
    if (level !== durability) database.exec(`PRAGMA synchronous = ${levels[durability]}`);
    level = durability;
    patiently(() => begin.run());
    try {
      begun();
      const result = work();
      commit.run();
      committed();
      return result;
    } catch (error) {
      reset();
      if (database.isTransaction) rollback.run();
      throw error;
    }
  };
}
