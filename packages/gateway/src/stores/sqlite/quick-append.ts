import type { Clock } from "../../foundation/kernel/clock.ts";
import type { AuditEntry } from "../audit-store.ts";
import type { Added } from "./chain.ts";
import type { RowFile } from "./row-file.ts";

/** Adds entries at once. Undefined where the thread has to do it; throws where nobody can say whether it was done. */
export type QuickAppend = (entries: readonly AuditEntry[]) => Added | undefined;

/** About a millisecond of work at most. */
const mostEntries = 64;
const mostCharacters = 64 * 1024;
/** So often a group goes to the thread, whose commits empty the write-ahead log when it has grown. */
const turnOfThread = 512;
/** A disk that takes longer than this is waited for in the thread, for a while. */
const slowMs = 20;
const whileMs = 1_000;

/**
 * Adds small groups of rows in the turn of the event loop that asks for it. To hand them to the thread and to
 * hear of them again costs several times as much as to write them, where no disk is waited for. Everything
 * else is the thread's: what needs the disk, what is large, what another process holds up, the write-ahead
 * log when it has grown, and whatever is wrong with the file.
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
