import type { DatabaseSync } from "node:sqlite";
import type { AuditEntry, Link, Linked } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";
import { numberOf, textOf } from "./columns.ts";

/** What rows became of entries: the bodies are not sent back to where they came from. */
export interface Added {
  readonly from: number;
  /** The hash of the row before them. */
  readonly previous: string | undefined;
  readonly links: readonly Linked[];
}

export interface Chain {
  /** Adds rows inside a transaction that was begun for writing: nobody else adds one meanwhile. */
  readonly add: (entries: readonly AuditEntry[]) => Added;
  /** To be called whenever a transaction has begun: somebody else may have added rows since the one before. */
  readonly begun: () => void;
  /** To be called whenever something in a transaction is undone: the last row may be another. */
  readonly reset: () => void;
  /** To be called when a transaction was committed. */
  readonly committed: () => void;
}

export interface Tail {
  readonly sequence: number;
  readonly hash: string | undefined;
}

/** What outlives a connection: the last row that we have written. */
export interface Written {
  last?: Tail;
}

/** Throws where the row is missing that was written last: an older file was put in the place of ours. */
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
  // Changes with what others commit, and not with what this connection does.
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
