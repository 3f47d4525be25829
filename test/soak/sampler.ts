import { readdirSync } from "node:fs";
import process from "node:process";

// Loaded into a gateway by `--import`, with `--expose-gc`. Answers "sample".

/** What a process holds. */
export interface Held {
  readonly residentBytes: number;
  /** After a full collection. */
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly timers: number;
  /** Sockets, requests and other resources that keep the event loop alive. */
  readonly handles: number;
}

function held(): Held {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((name) => name === "Timeout" || name === "Immediate").length;
  return {
    residentBytes: rss,
    heapBytes: heapUsed,
    descriptors: readdirSync("/proc/self/fd").length,
    timers,
    handles: resources.length - timers,
  };
}

process.on("message", (order: unknown) => {
  if (order === "sample") process.send?.(held());
});
// The IPC channel must not keep the process alive.
process.channel?.unref();
