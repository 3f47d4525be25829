import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuditEntry } from "../audit-store.ts";
import type { Added } from "./chain.ts";
import type { RowFile } from "./row-file.ts";

/**
 * Adds entries synchronously. Undefined if the thread has to do it. Throws if the outcome is
 * unknown.
 */
export type QuickAppend = (entries: readonly AuditEntry[]) => Added | undefined;

/** At most about a millisecond of work. */
const mostEntries = 64;
const mostCharacters = 64 * 1024;
/** Every so many groups, one goes to the thread, whose commits checkpoint the write-ahead log. */
const turnOfThread = 512;
/** After a slower commit than this, the thread takes over for a while. */
const slowMs = 20;
const whileMs = 1_000;

/**
 * Adds small groups of rows synchronously in the calling tick. A round trip to the thread costs
 * several times the write itself if no disk sync is needed. The thread does the rest: syncs, large
 * groups, lock waits, checkpoints and faulty files.
 */
export function createQuickAppend(
  file: Pick<RowFile, "add">,
  clock: Pick<Clock, "monotonic">,
): QuickAppend {
  let turn = 0;
  let notBefore = -Infinity;

  return (entries) => {
    turn = (turn + 1) % turnOfThread;
    const began = clock.monotonic();
    if (turn === 0 || began < notBefore || isLarge(entries)) return undefined;
    const added = file.add(entries);
    const ended = clock.monotonic();
    if (ended - began > slowMs) notBefore = ended + whileMs;
    return added;
  };
}

function isLarge(entries: readonly AuditEntry[]): boolean {
  if (entries.length > mostEntries) return true;
  return entries.reduce((sum, { body }) => sum + body.length, 0) > mostCharacters;
}
