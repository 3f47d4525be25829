import type { AppendedRow, AuditEntry, LinkSteps } from "../audit-store.ts";
import { numberOf, type Row, textOf } from "../rows.ts";
import { StoreError } from "../store-error.ts";
import type { Statement } from "./database.ts";

/** The last row of a chain. */
export interface End {
  readonly sequence: number;
  readonly hash: string | undefined;
}

export const emptyEnd: End = { sequence: 0, hash: undefined };

/** An entry with the part of its link that does not depend on the row before it. */
export interface Leafed {
  readonly entry: AuditEntry;
  readonly leaf: string;
}

export function withLeaves(
  entries: readonly AuditEntry[],
  { leafOf }: LinkSteps,
): readonly Leafed[] {
  try {
    return entries.map((entry) => ({ entry, leaf: leafOf(entry.body) }));
  } catch (error) {
    throw new StoreError("failed", { cause: error });
  }
}

/** Locks the chain, links and inserts rows, and updates the list of unfinished calls. */
export function appendStatement(schema: string): Statement {
  return {
    name: "append",
    text: `SELECT a.last_sequence, a.last_hash,
      ${schema}.list_begun(a.last_sequence, $6, $7, $8, $9)
      FROM ${schema}.append_audit($1, $2, $3, $4, $5) a`,
  };
}

/** Returns the values of the statement. `known` is the last row that this process wrote. */
export function appendValues(
  leafed: readonly Leafed[],
  known: End,
  { prefix }: LinkSteps,
): readonly unknown[] {
  const bodies = leafed.map(({ entry }) => entry.body);
  const leaves = Buffer.from(leafed.map(({ leaf }) => leaf).join(""), "binary");
  const { begun, ended } = callsIn(leafed);
  return [
    prefix,
    known.sequence,
    known.hash,
    bodies,
    leaves,
    begun.map(({ callId }) => callId),
    begun.map(({ place }) => place),
    begun.map(({ at }) => at),
    ended,
  ];
}

/** Returns the rows that the statement added, from its answer. */
export function rowsAdded(
  [last = {}]: readonly Row[],
  leafed: readonly Leafed[],
  { hashOf }: LinkSteps,
): readonly AppendedRow[] {
  let sequence = numberOf(last, "last_sequence");
  let hash = sequence === 0 ? undefined : textOf(last, "last_hash");
  return leafed.map(({ entry: { body }, leaf }) => {
    const previous = hash;
    hash = hashOf(previous, leaf);
    sequence += 1;
    return { sequence, body, previous, hash, leaf };
  });
}

interface BegunCall {
  readonly callId: string;
  /** Among the entries, from 1. */
  readonly place: number;
  readonly at: number;
}

// A call that begins and ends in one statement is never listed.
function callsIn(leafed: readonly Leafed[]): {
  readonly begun: readonly BegunCall[];
  readonly ended: readonly string[];
} {
  const begun = new Map<string, BegunCall>();
  const ended = new Set<string>();
  for (const [index, { entry }] of leafed.entries()) {
    const { callId, part, at } = entry;
    if (callId === undefined || part === "note") continue;
    if (part === "outcome") {
      begun.delete(callId);
      ended.add(callId);
    } else if (!begun.has(callId)) {
      begun.set(callId, { callId, place: index + 1, at });
    }
  }
  return { begun: [...begun.values()], ended: [...ended] };
}
