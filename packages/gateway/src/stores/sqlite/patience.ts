import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { asStoreError } from "./faults.ts";

/** Retries while another process holds the file, up to a time limit. */
export type Patiently = <Result>(work: () => Result) => Result;

const nobody = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 2;
/** Fraction of the time limit that applies after a wait in vain. */
const restOfPatience = 0.1;

/**
 * Retries in place of SQLite's busy handler. That one backs off more and more, so a busy neighbor
 * leaves no gap. It also does not wait when a file is opened.
 *
 * A request after a wait in vain has already waited behind it. It retries only briefly, until an
 * attempt succeeds.
 */
export function createPatience(clock: Pick<Clock, "monotonic">, ms: number): Patiently {
  let wasInVain = false;
  return (work) => {
    const end = clock.monotonic() + (wasInVain ? ms * restOfPatience : ms);
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
        Atomics.wait(nobody, 0, 0, pauseMs);
      }
    }
  };
}
