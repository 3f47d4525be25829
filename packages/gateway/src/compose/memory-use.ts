import { availableParallelism, totalmem } from "node:os";
import { constrainedMemory, memoryUsage } from "node:process";
import { getHeapStatistics } from "node:v8";
import type { Config } from "../config/config.ts";

/**
 * Returns the used part of the memory that this process may have: of the heap, or of its share of
 * the container or machine, whichever is closer to its limit. Each of `processes` has an equal share.
 */
export function memoryUse(processes = 1): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  // Zero or more than the machine has if there is no limit.
  const given = constrainedMemory();
  const most = given > 0 ? Math.min(given, totalmem()) : totalmem();
  return Math.max(used / limit, (memoryUsage.rss() * processes) / most);
}

/** Returns how many processes share the memory if this one is a worker. */
export function workerCount({ workers }: Pick<Config, "workers">): number {
  return workers === "auto" ? availableParallelism() : workers;
}
