import { mkdir, rmdir } from "node:fs/promises";
import type { Clock } from "../kernel/clock.ts";
import { codeOf } from "./read-file.ts";

const patienceMs = 2_000;
const pollMs = 20;

/**
 * Waits until no other run has its turn, and takes it: `path` is a folder that is there as long as
 * somebody has. A turn lasts milliseconds, so one that does not end belongs to a run that was killed.
 */
export async function takeTurn(path: string, clock: Clock): Promise<AsyncDisposable> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if (await isMade(path)) break;
    await clock.sleep(pollMs);
  }
  return { [Symbol.asyncDispose]: () => rmdir(path).catch(() => undefined) };
}

async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
