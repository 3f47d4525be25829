import type { AppendedRow } from "../../stores/audit-store.ts";

/** The fields of a row that the tree needs. */
export interface LeafRow {
  readonly sequence: number;
  readonly leaf: Buffer;
  readonly hash: string;
  /** Whether its hash was computed with this hash of the previous row. */
  readonly isBehind: (previous: string | undefined) => boolean;
}

/** Unsigned rows written by this process, kept so that they need not be read back. */
export interface OwnRows {
  /** Keeps rows, in log order. */
  readonly keep: (rows: readonly AppendedRow[]) => void;
  readonly has: (sequence: number) => boolean;
  /** Takes the row and drops all earlier ones. Undefined if another process wrote it. */
  readonly take: (sequence: number) => LeafRow | undefined;
}

/** If signing fails for long, rows are read back after all. */
const most = 10_000;

export function createOwnRows(): OwnRows {
  let kept: Omit<AppendedRow, "body">[] = [];
  let first = 0;

  const forgetBefore = (sequence: number): void => {
    while ((kept[first]?.sequence ?? sequence) < sequence) first += 1;
    if (first < 1_000 && first < kept.length) return;
    kept = kept.slice(first);
    first = 0;
  };

  return {
    keep: (rows) => {
      if (kept.length - first > most) {
        kept = [];
        first = 0;
      }
      // Without the bodies, which would stay in memory as long as the rows.
      for (const { sequence, hash, leaf, previous } of rows) {
        kept.push({ sequence, hash, leaf, previous });
      }
    },
    has: (sequence) => {
      forgetBefore(sequence);
      return kept[first]?.sequence === sequence;
    },
    take: (sequence) => {
      forgetBefore(sequence);
      const row = kept[first];
      if (row?.sequence !== sequence) return undefined;
      first += 1;
      const { hash, leaf, previous } = row;
      return {
        sequence,
        leaf: Buffer.from(leaf, "binary"),
        hash,
        isBehind: (hashBefore) => hashBefore === previous,
      };
    },
  };
}
