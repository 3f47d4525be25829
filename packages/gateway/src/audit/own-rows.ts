import type { AuditRow } from "../stores/audit-store.ts";
import { leafOf } from "./chain.ts";

/** A row as far as the tree needs it. */
export interface LeafRow {
  readonly sequence: number;
  readonly leaf: Buffer;
  readonly hash: string;
}

/** The rows that this process has written and that are not signed yet: they need not be read back. */
export interface OwnRows {
  /** In the order of the log. */
  readonly keep: (rows: readonly AuditRow[]) => void;
  readonly has: (sequence: number) => boolean;
  /** Forgets the row, and whatever stands before it. Undefined where another process wrote it. */
  readonly take: (sequence: number) => LeafRow | undefined;
}

/** Where nothing can be signed for long, they are read back after all. */
const most = 10_000;

export function createOwnRows(): OwnRows {
  let kept: LeafRow[] = [];
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
      for (const { sequence, body, hash } of rows) {
        kept.push({ sequence, leaf: leafOf(body), hash });
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
      return row;
    },
  };
}
