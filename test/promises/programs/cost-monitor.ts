import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

// Loaded into a gateway by `--import`. Reports the cost between "begin" and "end" to the parent
// process.

/** The cost of an input. */
export interface Cost {
  /** CPU time of the longest event loop turn, and of all turns. */
  readonly maxMs: number;
  readonly totalMs: number;
  /** Peak growth of the process memory. */
  readonly grownBytes: number;
}

let isWatching = false;
let [last, maxGapMs, first] = [0, 0, 0];
let residentBefore = 0;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Measures per turn the main thread's CPU time since the last turn. */
function watch(): void {
  if (!isWatching) return;
  const now = cpuMs();
  maxGapMs = Math.max(maxGapMs, now - last);
  last = now;
  setImmediate(watch);
}

function begin(): void {
  // Resets the peak memory.
  writeFileSync("/proc/self/clear_refs", "5");
  residentBefore = statusBytes("VmRSS");
  isWatching = true;
  first = cpuMs();
  last = first;
  maxGapMs = 0;
  setImmediate(watch);
}

function end(): Cost {
  watch();
  isWatching = false;
  return {
    maxMs: maxGapMs,
    totalMs: last - first,
    grownBytes: statusBytes("VmHWM") - residentBefore,
  };
}

function statusBytes(name: string): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1_024;
}

process.on("message", (order: unknown) => {
  if (order === "begin") {
    begin();
    process.send?.("begun");
  }
  if (order === "end") process.send?.(end());
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
