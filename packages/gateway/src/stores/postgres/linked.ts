import type { AppendedRow, AuditEntry, Link } from "../audit-store.ts";
import { numberOf, type Row, textOf } from "../rows.ts";
import { StoreError } from "../store-error.ts";
import type { Ask } from "./database.ts";

/** The last row of a chain. */
export interface End {
  readonly sequence: number;
  readonly hash: string | undefined;
}

/** Entries waiting to be written. */
export interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly resolve: (rows: readonly AppendedRow[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Pair {
  readonly entry: AuditEntry;
  readonly row: AppendedRow;
}

export function endOf([last]: readonly Row[]): End {
  return last === undefined
    ? { sequence: 0, hash: undefined }
    : { sequence: numberOf(last, "sequence"), hash: textOf(last, "hash") };
}

/** Links entries to the end of a chain. */
export function linkEntries(entries: readonly AuditEntry[], link: Link, end: End): readonly Pair[] {
  let { sequence, hash } = end;
  try {
    return entries.map((entry) => {
      const previous = hash;
      const linked = link(previous, entry.body);
      hash = linked.hash;
      sequence += 1;
      return { entry, row: { sequence, body: entry.body, previous, ...linked } };
    });
  } catch (error) {
    throw new StoreError("failed", { cause: error });
  }
}

interface Linked {
  readonly waiting: Waiting;
  readonly pairs: readonly Pair[];
}

/** Rejects the entries that cannot be linked; the others of the group go on. */
export function linkGroup(group: readonly Waiting[], link: Link, end: End): readonly Linked[] {
  let last = end;
  return group.flatMap((waiting) => {
    try {
      const pairs = linkEntries(waiting.entries, link, last);
      last = pairs.at(-1)?.row ?? last;
      return [{ waiting, pairs }];
    } catch (error) {
      waiting.reject(error);
      return [];
    }
  });
}

/** Inserts rows with one statement. Each says which call it begins or ends. */
export async function insertPairs(ask: Ask, schema: string, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await ask(
    `INSERT INTO ${schema}.audit (sequence, body, hash, call_id, begun_at)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[])`,
    [
      pairs.map(({ row }) => row.sequence),
      pairs.map(({ row }) => row.body),
      pairs.map(({ row }) => row.hash),
      pairs.map(({ entry }) => (entry.part === "note" ? null : (entry.callId ?? null))),
      pairs.map(({ entry }) => (entry.part === "intent" ? entry.at : null)),
    ],
  );
}
