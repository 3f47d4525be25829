import { totalmem } from "node:os";
import { constrainedMemory, memoryUsage } from "node:process";
import { getHeapStatistics } from "node:v8";

/**
 * Returns the used part of the memory that this process may have: of the heap, or of the container
 * or machine, whichever is closer to its limit.
 */
export function memoryUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  // Zero or more than the machine has if there is no limit.
  const given = constrainedMemory();
  const most = given > 0 ? Math.min(given, totalmem()) : totalmem();
  return Math.max(used / limit, memoryUsage.rss() / most);
}
