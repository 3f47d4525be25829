import { performance } from "node:perf_hooks";
import { cpuUsage, memoryUsage, uptime } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { valueOf } from "../telemetry/metrics/declared.ts";
import type { Family } from "../telemetry/metrics/metrics.ts";
import { memoryUse } from "./memory-use.ts";

/** Reads the figures of this process at each scrape. None of them costs anything in between. */
export function createProcessFamilies(
  clock: Pick<Clock, "now">,
  processes: number,
): () => readonly Family[] {
  // Read once: the difference of two clocks would move the start a little at every scrape.
  const startedAt = Math.round(clock.now() / 1_000 - uptime());
  return () => {
    const { user, system } = cpuUsage();
    return [
      valueOf("toolcourt_memory_use_ratio", memoryUse(processes)),
      valueOf(
        "toolcourt_event_loop_active_seconds_total",
        performance.eventLoopUtilization().active / 1_000,
      ),
      valueOf("process_resident_memory_bytes", memoryUsage.rss()),
      valueOf("process_cpu_seconds_total", (user + system) / 1_000_000),
      valueOf("process_start_time_seconds", startedAt),
    ];
  };
}
