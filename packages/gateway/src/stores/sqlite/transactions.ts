import type { DatabaseSync } from "node:sqlite";
import type { Durability } from "../audit-store.ts";
import type { Patiently } from "./patience.ts";

/** Runs work as one transaction. Rolls back and rethrows if it fails. */
export type Transact = <Result>(durability: Durability, work: () => Result) => Result;

/**
 * In WAL mode a NORMAL commit reaches the operating system, so it survives a killed process. A FULL
 * commit also syncs the write-ahead log with all earlier commits
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
const levels = { committed: "NORMAL", "on-disk": "FULL" } satisfies Record<Durability, string>;

export interface TransactOptions {
  readonly patiently: Patiently;
  /** Called after BEGIN. */
  readonly begun: () => void;
  readonly committed: () => void;
  /** Called after a rollback. */
  readonly reset: () => void;
}

export function createTransact(
  database: DatabaseSync,
  { patiently, begun, committed, reset }: TransactOptions,
): Transact {
  // IMMEDIATE: the connection that reads the last row must also write the next.
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
