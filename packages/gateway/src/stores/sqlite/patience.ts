import type { Clock } from "../../foundation/kernel/clock.ts";
import { asStoreError } from "./faults.ts";

/** Tries again while another process holds the file, until patience ends. */
export type Patiently = <Result>(work: () => Result) => Result;

const nobody = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 2;
/** What is left of patience once it has ended in vain. */
const restOfPatience = 0.1;

/**
 * SQLite's own waiting pauses longer and longer, so that a busy neighbor would leave us no gap, and it does
 * not wait at all where a file is opened.
 *
 * Whoever comes after one that waited in vain has waited behind it already, so it tries for a short time
 * only, until somebody gets through.
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
        // The thread has nothing else to do: whatever waits for it waits for this file.
        Atomics.wait(nobody, 0, 0, pauseMs);
      }
    }
  };
}
