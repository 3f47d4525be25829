import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry, AuditStore } from "../audit-store.ts";
import { readAuditRow, readCheckpoint } from "../rows.ts";
import { type Added, assertContinues, type Chain, type Tail } from "./chain.ts";
import { emptyLog } from "./deadlines.ts";
import { createOpenCalls, type OpenCalls } from "./open-calls.ts";
import type { Statements } from "./prepared.ts";

export type AuditStatements = Omit<Statements<AuditStore>, "append"> &
  ReturnType<typeof createAppending>;

/** To SQLite, no limit. */
const all = -1;

export function createAuditStatements(
  database: DatabaseSync,
  chain: Pick<Chain, "add">,
): AuditStatements {
  const columns = "sequence, body, hash FROM audit";
  const last = database.prepare(`SELECT ${columns} ORDER BY sequence DESC LIMIT 1`);
  const read = database.prepare(`SELECT ${columns} WHERE sequence >= ? ORDER BY sequence LIMIT ?`);
  const calls = createOpenCalls(database);
  const keep = database.prepare("INSERT OR IGNORE INTO checkpoints (size, note) VALUES (?, ?)");
  const checkpoints = database.prepare("SELECT size, note FROM checkpoints ORDER BY size LIMIT ?");
  const upTo = database.prepare(
    "SELECT size, note FROM checkpoints WHERE size <= ? ORDER BY size DESC LIMIT 1",
  );
  return {
    ...createAppending(database, chain, calls),
    last: () => last.all().map(readAuditRow)[0],
    read: (from, max) => read.all(from, max).map(readAuditRow),
    unfinished: calls.before,
    keepCheckpoint: ({ size, note }) => {
      keep.run(size, note);
      calls.fold(size);
    },
    checkpoints: (max = all) => checkpoints.all(max).map(readCheckpoint),
    checkpointUpTo: (size) => upTo.all(size).map(readCheckpoint)[0],
  };
}

function createAppending(database: DatabaseSync, chain: Pick<Chain, "add">, calls: OpenCalls) {
  const flush = database.prepare("UPDATE flushes SET count = count + 1");
  return {
    /** Throws if a row is missing that another connection of this process has written. */
    append: (entries: readonly AuditEntry[], behind?: Tail): Added => {
      if (behind !== undefined) assertContinues(database, { last: behind });
      return chain.add(entries);
    },
    /** Adds outcomes that an earlier attempt may have added: those of open calls only. */
    appendAgain: (entries: readonly AuditEntry[], behind?: Tail): void => {
      if (behind !== undefined) assertContinues(database, { last: behind });
      const open = calls.ids();
      chain.add(entries.filter(({ callId = "" }) => open.has(callId)));
    },
    /** Changes a page, so that the commit syncs to disk, including all earlier commits. */
    flush: (): void => void flush.run(),
    /** Copies the write-ahead log into the database and empties it. */
    checkpoint: (): void => emptyLog(database),
  };
}
