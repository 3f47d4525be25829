import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry, AuditRow, Link, StoredCheckpoint } from "../audit-store.ts";
import { type Columns, numberOf, textOf } from "./columns.ts";

/** What rows became of entries: the bodies are not sent back to where they came from. */
export interface Added {
  readonly from: number;
  readonly hashes: readonly string[];
}

export type AddEntries = (entries: readonly AuditEntry[]) => Added;

export interface AuditSteps {
  readonly append: AddEntries;
  readonly last: () => AuditRow | undefined;
  readonly read: (from: number, most: number) => readonly AuditRow[];
  readonly unfinished: (before: number) => readonly AuditRow[];
  readonly keepCheckpoint: (checkpoint: StoredCheckpoint) => void;
  readonly checkpoints: () => readonly StoredCheckpoint[];
  /** Changes a page, so that the commit has something to put on disk, and with it all that lies before. */
  readonly flush: () => void;
}

/** Steps run inside a transaction that the caller opened for writing: nobody else adds a row meanwhile. */
export function createAuditSteps(database: DatabaseSync, link: Link): AuditSteps {
  const last = database.prepare("SELECT * FROM audit ORDER BY sequence DESC LIMIT 1");
  const insert = database.prepare("INSERT INTO audit (sequence, body, hash) VALUES (?, ?, ?)");
  const read = database.prepare(
    "SELECT * FROM audit WHERE sequence >= ? ORDER BY sequence LIMIT ?",
  );
  const begin = database.prepare(
    "INSERT OR IGNORE INTO begun (call_id, sequence, at) VALUES (?, ?, ?)",
  );
  const end = database.prepare("DELETE FROM begun WHERE call_id = ?");
  const unfinished = database.prepare(
    `SELECT audit.* FROM begun JOIN audit USING (sequence) WHERE begun.at < ? ORDER BY sequence`,
  );
  const keep = database.prepare("INSERT OR IGNORE INTO checkpoints (size, note) VALUES (?, ?)");
  const checkpoints = database.prepare("SELECT size, note FROM checkpoints ORDER BY size");
  const flush = database.prepare("UPDATE flushes SET count = count + 1");

  const track = ({ part, callId, at }: AuditEntry, sequence: number): void => {
    if (callId === undefined) return;
    if (part === "intent") begin.run(callId, sequence, at);
    if (part === "outcome") end.run(callId);
  };

  return {
    append: (entries) => {
      const before = rowOf(last.get());
      const from = (before?.sequence ?? 0) + 1;
      let previous = before?.hash;
      const hashes = entries.map((entry, index) => {
        previous = link(previous, entry.body);
        insert.run(from + index, entry.body, previous);
        track(entry, from + index);
        return previous;
      });
      return { from, hashes };
    },
    last: () => rowOf(last.get()),
    read: (from, most) => read.all(from, most).map(parseRow),
    unfinished: (before) => unfinished.all(before).map(parseRow),
    keepCheckpoint: ({ size, note }) => void keep.run(size, note),
    checkpoints: () =>
      checkpoints.all().map((row) => ({ size: numberOf(row, "size"), note: textOf(row, "note") })),
    flush: () => void flush.run(),
  };
}

function rowOf(columns: Columns | undefined): AuditRow | undefined {
  return columns === undefined ? undefined : parseRow(columns);
}

function parseRow(columns: Columns): AuditRow {
  return {
    sequence: numberOf(columns, "sequence"),
    body: textOf(columns, "body"),
    hash: textOf(columns, "hash"),
  };
}
