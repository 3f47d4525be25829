import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { AuditEntry, Link, Linked } from "../audit-store.ts";
import { numberOf, textOf } from "../rows.ts";
import { StoreError } from "../store-error.ts";

/** The new rows of appended entries. Bodies are omitted: the sender has them. */
export interface Added {
  readonly from: number;
  /** Hash of the row before them. */
  readonly previous: string | undefined;
  readonly links: readonly Linked[];
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
  if (row?.["hash"] === last.hash) return;
  const end = database.prepare("SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1");
  // A plain object: it has to cross the boundary of a thread.
  const found = { sequence: 0, ...end.get() };
  throw new StoreError("older", { cause: { expected: last, found } });
}

export interface ChainOptions {
  readonly link: Link;
  readonly written: Written;
}

/** The end of the audit log, as far as this connection knows it. */
export class Chain {
  readonly #options: ChainOptions;
  readonly #version: StatementSync;
  readonly #last: StatementSync;
  readonly #insert: StatementSync;
  #tail: Tail | undefined;
  #tailVersion: number | undefined;

  constructor(database: DatabaseSync, options: ChainOptions) {
    this.#options = options;
    // Changes with commits of other connections only.
    this.#version = database.prepare("PRAGMA data_version");
    this.#last = database.prepare(
      "SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1",
    );
    this.#insert = database.prepare(
      "INSERT INTO audit (sequence, body, hash, call_id, begun_at) VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** Adds rows inside a write transaction, so no other writer interferes. */
  add(entries: readonly AuditEntry[]): Added {
    this.#tail ??= this.#readTail();
    const { sequence, hash: previous } = this.#tail;
    const links: Linked[] = [];
    for (const entry of entries) {
      const linked = this.#addOne(this.#tail, entry);
      links.push(linked);
      this.#tail = { sequence: this.#tail.sequence + 1, hash: linked.hash };
    }
    return { from: sequence + 1, previous, links };
  }

  #readTail(): Tail {
    const row = this.#last.get();
    if (row === undefined) return { sequence: 0, hash: undefined };
    return { sequence: numberOf(row, "sequence"), hash: textOf(row, "hash") };
  }

  #addOne(previous: Tail, { body, part, callId, at }: AuditEntry): Linked {
    const linked = this.#options.link(previous.hash, body);
    const ofCall = part === "note" ? null : (callId ?? null);
    const begunAt = part === "intent" ? at : null;
    this.#insert.run(previous.sequence + 1, body, linked.hash, ofCall, begunAt);
    return linked;
  }

  /** Must be called after every BEGIN: another process may have added rows meanwhile. */
  begun(): void {
    const current = numberOf(this.#version.get() ?? {}, "data_version");
    if (current !== this.#tailVersion) this.#tail = undefined;
    this.#tailVersion = current;
  }

  /** Must be called after every rollback: the last row may have changed. */
  reset(): void {
    this.#tail = undefined;
  }

  /** Must be called after every commit. */
  committed(): void {
    const tail = this.#tail;
    if (tail !== undefined && tail.sequence > 0) this.#options.written.last = tail;
  }
}
