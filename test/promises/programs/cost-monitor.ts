import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

// Loaded into a gateway by `--import`. Says what happened between "begin" and "end" to whoever started it.

/** What an input cost. */
export interface Cost {
  /** Processor time of the longest turn of the event loop, and of all of them. */
  readonly longestMs: number;
  readonly totalMs: number;
  /** By how much the memory of the process grew at most. */
  readonly grownBytes: number;
}

let isWatching = false;
let [last, longest, first] = [0, 0, 0];
let residentBefore = 0;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Turn by turn: what the main thread worked since the turn before. */
function watch(): void {
  if (!isWatching) return;
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
  setImmediate(watch);
}

function begin(): void {
  // The highest memory so far is forgotten.
  writeFileSync("/proc/self/clear_refs", "5");
  residentBefore = statusBytes("VmRSS");
  isWatching = true;
  first = cpuMs();
  last = first;
  longest = 0;
  setImmediate(watch);
}

function end(): Cost {
  watch();
  isWatching = false;
  return {
    longestMs: longest,
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
// Being asked is no reason to stay.
process.channel?.unref();
