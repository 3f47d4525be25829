import type { AppendedRow, AuditEntry, Link } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";
import type { Ask, Database } from "./database.ts";
import { createGroups } from "./groups.ts";
import { type End, endOf, insertPairs, linkEntries, linkGroup } from "./linked.ts";
import type { Row } from "./row.ts";
import { createTurns } from "./turns.ts";

/** Operations within one audited change; all of them happen or none. */
export interface Change {
  readonly ask: Ask;
  readonly add: (...entries: readonly AuditEntry[]) => Promise<void>;
}

/** The end of the audit log. One process at a time may hold it. */
export interface Chain {
  readonly append: (entries: readonly AuditEntry[]) => Promise<readonly AppendedRow[]>;
  /** Runs an audited change. `ms` extends the usual time limit for a slow one. */
  readonly change: <T>(work: (change: Change) => Promise<T>, ms?: number) => Promise<T>;
}

export interface ChainOptions {
  readonly database: Database;
  readonly link: Link;
  readonly schema: string;
}

/** Creates the chain. Entries that arrive during a write are written together, with one commit. */
export function createChain({ database, link, schema }: ChainOptions): Chain {
  const inTurn = createTurns();
  const begin = beginning(schema);
  let written: End = { sequence: 0, hash: undefined };

  /** Runs work in one transaction. `work` returns the new end of the chain. */
  const inStep = async <T>(
    work: (ask: Ask, end: End) => Promise<{ readonly result: T; readonly end: End }>,
    ms?: number,
  ): Promise<T> => {
    const linked = (ask: Ask, rows: readonly Row[]): ReturnType<typeof work> => {
      const last = endOf(rows);
      assertContinues(last, written);
      return work(ask, last);
    };
    const { result, end } = await database.step(begin, linked, ms);
    written = end;
    return result;
  };

  const append = createGroups(inTurn, async (group) => {
    const linked = await inStep(async (ask, end) => {
      const all = linkGroup(group, link, end);
      const pairs = all.flatMap((each) => each.pairs);
      await insertPairs(ask, schema, pairs);
      return { result: all, end: pairs.at(-1)?.row ?? end };
    });
    for (const { waiting, pairs } of linked) waiting.resolve(pairs.map(({ row }) => row));
  });

  const change: Chain["change"] = (work, ms) =>
    inTurn(() =>
      inStep(async (ask, last) => {
        let end = last;
        const add: Change["add"] = async (...entries) => {
          const pairs = linkEntries(entries, link, end);
          end = pairs.at(-1)?.row ?? end;
          await insertPairs(ask, schema, pairs);
        };
        const result = await work({ ask, add });
        return { result, end };
      }, ms),
    );

  return { append, change };
}

// A restored backup or lagging replica may have replaced our database. Continuing it would put new
// rows in place of lost ones.
function assertContinues(last: End, written: End): void {
  const isLater = last.sequence > written.sequence;
  const isSame = last.sequence === written.sequence && last.hash === written.hash;
  if (!isLater && !isSame) throw new StoreError("older");
}

// One round trip: begin, wait for the chain lock, read the end. READ COMMITTED gives each statement
// its own snapshot, so the last one sees rows committed during the wait. A database may default to
// stricter levels, where all statements share the first snapshot.
function beginning(schema: string): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL synchronous_commit = on;
    SELECT pg_advisory_xact_lock(hashtextextended('toolcourt audit of ${schema}', 0));
    SELECT sequence, hash FROM ${schema}.audit ORDER BY sequence DESC LIMIT 1`;
}
