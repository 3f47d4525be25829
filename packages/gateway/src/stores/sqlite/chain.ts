import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry, Link, Linked } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";
import { numberOf, textOf } from "./columns.ts";

/** The new rows of appended entries. Bodies are omitted: the sender has them. */
export interface Added {
  readonly from: number;
  /** Hash of the row before them. */
  readonly previous: string | undefined;
  readonly links: readonly Linked[];
}

export interface Chain {
  /** Adds rows inside a write transaction, so no other writer interferes. */
  readonly add: (entries: readonly AuditEntry[]) => Added;
  /** Must be called after every BEGIN: another process may have added rows meanwhile. */
  readonly begun: () => void;
  /** Must be called after every rollback: the last row may have changed. */
  readonly reset: () => void;
  /** Must be called after every commit. */
  readonly committed: () => void;
}

export interface Tail {
  readonly sequence: number;
  readonly hash: string | undefined;
}

/** The last row we wrote. Outlives a connection. */
export interface Written {
  last?: Tail;
}

/** Throws if our last row is missing: an older file has replaced ours. */
export function assertContinues(database: DatabaseSync, { last }: Written): void {
  if (last === undefined) return;
  const row = database.prepare("SELECT hash FROM audit WHERE sequence = ?").get(last.sequence);
  if (row?.["hash"] !== last.hash) throw new StoreError("older");
}

export interface ChainOptions {
  readonly link: Link;
  readonly written: Written;
}

export function createChain(database: DatabaseSync, { link, written }: ChainOptions): Chain {
  // Changes with commits of other connections only.
  const version = database.prepare("PRAGMA data_version");
  const last = database.prepare("SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1");
  const insert = database.prepare("INSERT INTO audit (sequence, body, hash) VALUES (?, ?, ?)");
  const begin = database.prepare(
    "INSERT OR IGNORE INTO begun (call_id, sequence, at) VALUES (?, ?, ?)",
  );
  const end = database.prepare("DELETE FROM begun WHERE call_id = ?");
  let tail: Tail | undefined;
  let tailVersion: number | undefined;

  const readTail = (): Tail => {
    const row = last.get();
    if (row === undefined) return { sequence: 0, hash: undefined };
    return { sequence: numberOf(row, "sequence"), hash: textOf(row, "hash") };
  };

  const addOne = (previous: Tail, { body, part, callId, at }: AuditEntry): Linked => {
    const linked = link(previous.hash, body);
    const sequence = previous.sequence + 1;
    insert.run(sequence, body, linked.hash);
    if (callId !== undefined && part === "intent") begin.run(callId, sequence, at);
    if (callId !== undefined && part === "outcome") end.run(callId);
    return linked;
  };

  return {
    add: (entries) => {
      tail ??= readTail();
      const { sequence, hash: previous } = tail;
      const links: Linked[] = [];
      for (const entry of entries) {
        const linked = addOne(tail, entry);
        links.push(linked);
        tail = { sequence: tail.sequence + 1, hash: linked.hash };
      }
      return { from: sequence + 1, previous, links };
    },
    begun: () => {
      const current = numberOf(version.get() ?? {}, "data_version");
      if (current !== tailVersion) tail = undefined;
      tailVersion = current;
    },
    reset: () => {
      tail = undefined;
    },
    committed: () => {
      if (tail !== undefined && tail.sequence > 0) written.last = tail;
    },
  };
}
