import { open, rm, stat } from "node:fs/promises";
import type { Clock } from "../kernel/clock.ts";

const pauseMs = 5;
/** A process that has the lock this long has died with it: what is done under it takes milliseconds. */
const staleMs = 2_000;

/** Lets one process at a time do something with a file. Work that throws lets go as well. */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${path}.lock`;
  while (!(await isTaken(lock))) {
    if (await isStale(lock, clock)) await rm(lock, { force: true });
    else await clock.sleep(pauseMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function isStale(lock: string, clock: Clock): Promise<boolean> {
  const since = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => clock.now(),
  );
  return clock.now() - since > staleMs;
}
