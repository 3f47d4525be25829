import type { AppendedRow, AuditRow } from "../../stores/audit-store.ts";
import { leafOf, linkOf } from "./chain.ts";

/** The fields of a row that the tree needs. */
export interface LeafRow {
  readonly sequence: number;
  readonly leaf: Buffer;
  readonly hash: string;
  /** Whether its hash was computed with this hash of the previous row. */
  readonly isBehind: (previous: string | undefined) => boolean;
}

/** If signing fails for long, rows are read back after all. */
const maxRows = 10_000;

/** Unsigned rows written by this process, kept so that they need not be read back. */
export class OwnRows {
  #kept: Omit<AppendedRow, "body">[] = [];
  #first = 0;

  /** Keeps rows, in log order. */
  keep(rows: readonly AppendedRow[]): void {
    if (this.#kept.length - this.#first > maxRows) {
      this.#kept = [];
      this.#first = 0;
    }
    // Without the bodies, which would stay in memory as long as the rows.
    for (const { sequence, hash, leaf, previous } of rows) {
      this.#kept.push({ sequence, hash, leaf, previous });
    }
  }

  has(sequence: number): boolean {
    return this.#rowAt(sequence) !== undefined;
  }

  /** Takes the row and drops all earlier ones. Undefined if another process wrote it. */
  take(sequence: number): LeafRow | undefined {
    const row = this.#rowAt(sequence);
    if (row === undefined) return undefined;
    this.#first += 1;
    const { hash, leaf, previous } = row;
    return {
      sequence,
      leaf: Buffer.from(leaf, "binary"),
      hash,
      isBehind: (hashBefore) => hashBefore === previous,
    };
  }

  /** Takes consecutive rows, at most `max`. */
  *takeFrom(sequence: number, max: number): Generator<LeafRow> {
    for (let count = 0; count < max; count += 1) {
      const row = this.take(sequence + count);
      if (row === undefined) return;
      yield row;
    }
  }

  #rowAt(sequence: number): Omit<AppendedRow, "body"> | undefined {
    while ((this.#kept[this.#first]?.sequence ?? sequence) < sequence) this.#first += 1;
    if (this.#first >= 1_000 || this.#first >= this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
    const row = this.#kept[this.#first];
    return row?.sequence === sequence ? row : undefined;
  }
}

/** Returns the rows of a store for the tree. Skips the first one if it is already known. */
export function* behind(known: number, rows: readonly AuditRow[]): Generator<LeafRow> {
  for (const { sequence, body, hash } of rows.slice(known > 0 ? 1 : 0)) {
    const leaf = leafOf(body);
    yield { sequence, leaf, hash, isBehind: (previous) => linkOf(previous, leaf) === hash };
  }
}
