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
    calls text[], begun bigint[],
    OUT last_sequence bigint, OUT last_hash text
  ) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      link bytea;
      hashes text[] := '{}';
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('toolcourt audit of $schema', 0::bigint));
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
      INSERT INTO $schema.audit (sequence, body, hash, call_id, begun_at)
        SELECT last_sequence + place, body, new.hash, new.call_id, new.begun_at
        FROM unnest(bodies, hashes, calls, begun)
          WITH ORDINALITY AS new (body, hash, call_id, begun_at, place);
    END
  $$;
`;

/** Locks the chain, links and inserts rows. Each row says which call it begins or ends. */
export function appendStatement(schema: string): Statement {
  return {
    name: "append",
    text: `SELECT last_sequence, last_hash
      FROM ${schema}.append_audit($1, $2, $3, $4, $5, $6, $7)`,
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
  return [
    prefix,
    known.sequence,
    known.hash,
    bodies,
    leaves,
    leafed.map(({ entry }) => (entry.part === "note" ? null : (entry.callId ?? null))),
    leafed.map(({ entry }) => (entry.part === "intent" ? entry.at : null)),
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
