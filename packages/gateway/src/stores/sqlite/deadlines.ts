import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { StoreError } from "../store-error.ts";
import { asStoreError } from "./faults.ts";

/** Retries while another process holds the file, up to a time limit. */
export type Retry = <Result>(work: () => Result) => Result;

const neverSet = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 2;
/** Fraction of the time limit that applies after a wait in vain. */
const restOfTime = 0.1;

/**
 * Retries in place of SQLite's busy handler. That one backs off more and more, so a busy neighbor
 * leaves no gap. It also does not wait when a file is opened.
 *
 * A request after a wait in vain has already waited behind it. It retries only briefly, until an
 * attempt succeeds.
 */
export function createRetry(clock: Pick<Clock, "monotonic">, ms: number): Retry {
  let wasInVain = false;
  return function retryWhileLocked(work) {
    const end = clock.monotonic() + (wasInVain ? ms * restOfTime : ms);
    for (;;) {
      try {
        const result = work();
        wasInVain = false;
        return result;
      } catch (error) {
        if (asStoreError(error).kind !== "locked") throw error;
        wasInVain = clock.monotonic() >= end;
        if (wasInVain) throw error;
        // Blocking is fine: all work of this thread waits for the same file.
        Atomics.wait(neverSet, 0, 0, pauseMs);
      }
    }
  };
}

const scrubPauseMs = 1_000;

/** Removes erased text from the write-ahead log. */
export class Scrub {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #retry: Retry;
  #dueAt: number | undefined;

  constructor(clock: Pick<Clock, "monotonic">, retry: Retry) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** Scrubs after an erasure. Waits briefly for concurrent readers. */
  now(database: DatabaseSync): void {
    this.#dueAt = this.#clock.monotonic() + scrubPauseMs;
    this.#retry(() => emptyLog(database));
    this.#dueAt = undefined;
  }

  /** Retries a failed scrub now and then. */
  again(database: DatabaseSync): void {
    const now = this.#clock.monotonic();
    if (this.#dueAt === undefined || now < this.#dueAt) return;
    this.#dueAt = now + scrubPauseMs;
    emptyLog(database);
    this.#dueAt = undefined;
  }
}

// SQLite does not throw if the checkpoint is blocked: the result row says so.
export function emptyLog(database: DatabaseSync): void {
  const answer = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (answer?.["busy"] !== 0) throw new StoreError("locked");
}
