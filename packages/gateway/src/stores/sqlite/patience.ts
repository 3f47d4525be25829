import { asStoreError } from "./faults.ts";

const nobody = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 2;

/**
 * Tries again and again while another process holds the file. SQLite's own waiting pauses longer and longer,
 * so that a busy neighbor would leave us no gap, and it does not wait at all where a file is opened.
 */
export function patiently<Result>(patienceMs: number, work: () => Result): Result {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return work();
    } catch (error) {
      if (asStoreError(error).kind !== "locked" || waitedMs >= patienceMs) throw error;
      // The thread has nothing else to do: whatever waits for it waits for this file.
      Atomics.wait(nobody, 0, 0, pauseMs);
    }
  }
}
