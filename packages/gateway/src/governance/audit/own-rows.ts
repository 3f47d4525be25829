import type { AppendedRow } from "../../stores/audit-store.ts";

/** A row as far as the tree needs it. */
export interface LeafRow {
  readonly sequence: number;
  readonly leaf: Buffer;
  readonly hash: string;
  /** Whether its hash was made with this one, which is that of the row before it. */
  readonly isBehind: (previous: string | undefined) => boolean;
}

/** The rows that this process has written and that are not signed yet: they need not be read back. */
export interface OwnRows {
  /** In the order of the log. */
  readonly keep: (rows: readonly AppendedRow[]) => void;
  readonly has: (sequence: number) => boolean;
  /** Forgets the row, and whatever stands before it. Undefined where another process wrote it. */
  readonly take: (sequence: number) => LeafRow | undefined;
}

/** Where nothing can be signed for long, they are read back after all. */
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
      // Without what they say, which would be kept for as long as they are.
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
