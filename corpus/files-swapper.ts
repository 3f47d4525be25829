import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";

// A separate thread, so that it swaps in the middle of the other thread's operations.
const { swapped, target, aside } = z
  .object({ swapped: z.string(), target: z.string(), aside: z.string() })
  .parse(workerData);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage("ready");
for (;;) {
  renameSync(swapped, aside);
  symlinkSync(target, swapped);
  unlinkSync(swapped);
  renameSync(aside, swapped);
}
