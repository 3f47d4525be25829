import process from "node:process";

// Loaded into a gateway that was started with --expose-gc. Tells how much it still needs.

process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// Must not keep the process alive.
process.channel?.unref();
