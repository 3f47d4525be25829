import type { AppendedRow, AuditEntry, Link } from "../audit-store.ts";
import { StoreError } from "../store-error.ts";
import type { Ask, Database } from "./database.ts";
import { createGroups } from "./groups.ts";
import { type End, endOf, insertPairs, linkEntries, linkGroup } from "./linked.ts";
import type { Row } from "./row.ts";
import { createTurns } from "./turns.ts";

/** What a change that is audited can do; all of it happens or none. */
export interface Change {
  readonly ask: Ask;
  readonly add: (...entries: readonly AuditEntry[]) => Promise<void>;
}

/** The end of the audit log, which one process at a time may have. */
export interface Chain {
  readonly append: (entries: readonly AuditEntry[]) => Promise<readonly AppendedRow[]>;
  /** Within this time where it takes longer than others. */
  readonly change: <T>(work: (change: Change) => Promise<T>, ms?: number) => Promise<T>;
}

export interface ChainOptions {
  readonly database: Database;
  readonly link: Link;
  readonly schema: string;
}

/** Entries that come while others are being written are written together, with one commit. */
export function createChain({ database, link, schema }: ChainOptions): Chain {
  const inTurn = createTurns();
  const begin = beginning(schema);
  let written: End = { sequence: 0, hash: undefined };

  /** `work` says where the chain ends after it. */
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

// What was put in the place of the database we wrote to, a copy of it from before or a replica that was
// behind, must not be gone on with: its rows would stand where others stood.
function assertContinues(last: End, written: End): void {
  const isLater = last.sequence > written.sequence;
  const isSame = last.sequence === written.sequence && last.hash === written.hash;
  if (!isLater && !isSame) throw new StoreError("older");
}

// One message and one answer: begin, wait for the end of the chain, read it. The last statement sees
// what was committed while the one before it waited, because each has a view of its own; at other levels
// of isolation, which somebody may have made the usual ones, all have that of the first.
function beginning(schema: string): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL synchronous_commit = on;
    SELECT pg_advisory_xact_lock(hashtextextended('toolcourt audit of ${schema}', 0));
    SELECT sequence, hash FROM ${schema}.audit ORDER BY sequence DESC LIMIT 1`;
}
