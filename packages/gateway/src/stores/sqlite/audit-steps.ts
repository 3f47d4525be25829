import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry, AuditRow, StoredCheckpoint } from "../audit-store.ts";
import { type Added, assertContinues, type Chain, type Tail } from "./chain.ts";
import { type Columns, numberOf, textOf } from "./columns.ts";

export interface AuditSteps {
  /** Throws if a row is missing that another connection of this process has written. */
  readonly append: (entries: readonly AuditEntry[], behind?: Tail) => Added;
  readonly last: () => AuditRow | undefined;
  readonly read: (from: number, most: number) => readonly AuditRow[];
  readonly unfinished: (before: number) => readonly AuditRow[];
  readonly keepCheckpoint: (checkpoint: StoredCheckpoint) => void;
  readonly checkpoints: (most?: number) => readonly StoredCheckpoint[];
  /** Changes a page, so that the commit syncs to disk, including all earlier commits. */
  readonly flush: () => void;
}

/** To SQLite, no limit. */
const all = -1;

export function createAuditSteps(database: DatabaseSync, chain: Pick<Chain, "add">): AuditSteps {
  const last = database.prepare("SELECT * FROM audit ORDER BY sequence DESC LIMIT 1");
  const read = database.prepare(
    "SELECT * FROM audit WHERE sequence >= ? ORDER BY sequence LIMIT ?",
  );
  const unfinished = database.prepare(
    `SELECT audit.* FROM begun JOIN audit USING (sequence) WHERE begun.at < ? ORDER BY sequence`,
  );
  const keep = database.prepare("INSERT OR IGNORE INTO checkpoints (size, note) VALUES (?, ?)");
  const checkpoints = database.prepare("SELECT size, note FROM checkpoints ORDER BY size LIMIT ?");
  const flush = database.prepare("UPDATE flushes SET count = count + 1");

  return {
    append: (entries, behind) => {
      if (behind !== undefined) assertContinues(database, { last: behind });
      return chain.add(entries);
    },
    last: () => rowOf(last.get()),
    read: (from, most) => read.all(from, most).map(parseRow),
    unfinished: (before) => unfinished.all(before).map(parseRow),
    keepCheckpoint: ({ size, note }) => void keep.run(size, note),
    checkpoints: (most = all) =>
      checkpoints
        .all(most)
        .map((row) => ({ size: numberOf(row, "size"), note: textOf(row, "note") })),
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
