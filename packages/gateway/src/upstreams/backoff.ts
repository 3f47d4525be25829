const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** Exponential backoff up to a limit, with jitter between half and all of it. */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(firstWaitMs * 2 ** Math.min(failures, 10), longestWaitMs);
  return Math.round(full * (0.5 + random / 2));
}
