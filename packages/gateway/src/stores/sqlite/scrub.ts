import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { StoreError } from "../store-error.ts";
import type { Patiently } from "./patience.ts";

/** Removes erased text from the write-ahead log. */
export interface Scrub {
  /** Scrubs after an erasure. Waits briefly for concurrent readers. */
  readonly now: (database: DatabaseSync) => void;
  /** Retries a failed scrub now and then. */
  readonly again: (database: DatabaseSync) => void;
}

const pauseMs = 1_000;

export function createScrub(clock: Pick<Clock, "monotonic">, patiently: Patiently): Scrub {
  let dueAt: number | undefined;

  const attempt = (how: () => void): void => {
    dueAt = clock.monotonic() + pauseMs;
    how();
    dueAt = undefined;
  };
  return {
    now: (database) => attempt(() => patiently(() => emptyLog(database))),
    again: (database) => {
      if (dueAt !== undefined && clock.monotonic() >= dueAt) attempt(() => emptyLog(database));
    },
  };
}

// SQLite does not throw if the checkpoint is blocked: the result row says so.
function emptyLog(database: DatabaseSync): void {
  const answer = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (answer?.["busy"] !== 0) throw new StoreError("locked");
}
