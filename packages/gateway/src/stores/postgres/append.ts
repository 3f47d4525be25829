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

/**
 * A migration, so never changed once released. `append_audit` adds rows in one round trip and
 * returns the row before them, from which the caller computes the same hashes.
 */
export const appendFunctions = `
  CREATE FUNCTION $schema.append_audit(
    prefix bytea, known_sequence bigint, known_hash text, bodies text[], leaves bytea,
    OUT last_sequence bigint, OUT last_hash text
  ) LANGUAGE plpgsql AS $$
    DECLARE
      link bytea;
      hashes text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('toolcourt audit of $schema', 0));
      -- A statement of its own sees the rows committed during the wait.
      SELECT sequence, hash INTO last_sequence, last_hash
        FROM $schema.audit ORDER BY sequence DESC LIMIT 1;
      last_sequence := coalesce(last_sequence, 0);
      -- A restored backup or lagging replica may have replaced the database. Continuing it would
      -- put new rows in place of lost ones.
      IF last_sequence < known_sequence
        OR (last_sequence = known_sequence AND last_hash IS DISTINCT FROM known_hash) THEN
        RAISE EXCEPTION 'The audit log ends with row %, and row % was written.',
          last_sequence, known_sequence USING ERRCODE = 'TC001';
      END IF;
      link := decode(coalesce(last_hash, repeat('0', 64)), 'hex');
      FOR place IN 1 .. cardinality(bodies) LOOP
        link := sha256(prefix || link || substring(leaves FROM 32 * place - 31 FOR 32));
        hashes := hashes || encode(link, 'hex');
      END LOOP;
      INSERT INTO $schema.audit (sequence, body, hash)
        SELECT last_sequence + place, body, new.hash
        FROM unnest(bodies, hashes) WITH ORDINALITY AS new (body, hash, place);
    END
  $$;
  CREATE FUNCTION $schema.list_begun(
    last_sequence bigint, ids text[], places bigint[], times bigint[], ended text[]
  ) RETURNS void LANGUAGE sql AS $$
    DELETE FROM $schema.begun WHERE call_id = ANY(ended);
    INSERT INTO $schema.begun (call_id, sequence, at)
      SELECT id, last_sequence + place, at FROM unnest(ids, places, times) AS new (id, place, at)
      ON CONFLICT (call_id) DO NOTHING;
  $$;
`;

/** Locks the chain, links and inserts rows. Also updates the list of unfinished calls. */
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
