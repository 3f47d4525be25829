import type { Clock } from "../../kernel/clock.ts";
import { asStoreError } from "./faults.ts";

/** Tries again while another process holds the file, until patience ends. */
export type Patiently = <Result>(work: () => Result) => Result;

const nobody = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 2;

/**
 * SQLite's own waiting pauses longer and longer, so that a busy neighbor would leave us no gap, and it does
 * not wait at all where a file is opened.
 */
export function createPatience(clock: Pick<Clock, "monotonic">, ms: number): Patiently {
  return (work) => {
    const end = clock.monotonic() + ms;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (asStoreError(error).kind !== "locked" || clock.monotonic() >= end) throw error;
        // The thread has nothing else to do: whatever waits for it waits for this file.
        Atomics.wait(nobody, 0, 0, pauseMs);
      }
    }
  };
}
