import type { AppendedRow, AuditEntry, Link } from "../audit-store.ts";
import type { Row } from "../rows.ts";
import { StoreError } from "../store-error.ts";
import type { Ask, Database } from "./database.ts";
import { isAway } from "./faults.ts";
import { type End, endOf, insertPairs, linkEntries, linkGroup, type Waiting } from "./linked.ts";

/** Operations within one audited change; all of them happen or none. */
export interface Change {
  readonly ask: Ask;
  readonly add: (...entries: readonly AuditEntry[]) => Promise<void>;
}

export interface ChainOptions {
  readonly database: Database;
  readonly link: Link;
  readonly schema: string;
}

/**
 * The end of the audit log. One process at a time may hold it. Entries that arrive during a write
 * are written together, with one commit.
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #begin: string;
  readonly #inTurn = createTurns();
  #written: End = { sequence: 0, hash: undefined };

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#begin = beginning(options.schema);
  }

  readonly append = createGroups(this.#inTurn, async (group) => {
    const { link, schema } = this.#options;
    const linked = await this.#inTransaction(async (ask, end) => {
      const all = linkGroup(group, link, end);
      const pairs = all.flatMap((each) => each.pairs);
      await insertPairs(ask, schema, pairs);
      return { result: all, end: pairs.at(-1)?.row ?? end };
    });
    for (const { waiting, pairs } of linked) waiting.resolve(pairs.map(({ row }) => row));
  });

  /** Runs an audited change. `ms` extends the usual time limit for a slow one. */
  change<T>(work: (change: Change) => Promise<T>, ms?: number): Promise<T> {
    const { link, schema } = this.#options;
    return this.#inTurn(() =>
      this.#inTransaction(async (ask, last) => {
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
  }

  /** Runs work in one transaction. `work` returns the new end of the chain. */
  async #inTransaction<T>(
    work: (ask: Ask, end: End) => Promise<{ readonly result: T; readonly end: End }>,
    ms?: number,
  ): Promise<T> {
    const linked = (ask: Ask, rows: readonly Row[]): ReturnType<typeof work> => {
      const last = endOf(rows);
      assertContinues(last, this.#written);
      return work(ask, last);
    };
    const { result, end } = await this.#options.database.transact(this.#begin, linked, ms);
    this.#written = end;
    return result;
  }
}

// A restored backup or lagging replica may have replaced our database. Continuing it would put new
// rows in place of lost ones.
function assertContinues(last: End, written: End): void {
  const isLater = last.sequence > written.sequence;
  const isSame = last.sequence === written.sequence && last.hash === written.hash;
  if (isLater || isSame) return;
  throw new StoreError("older", { cause: { expected: written, found: last } });
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

/** A larger group would make a statement too slow. */
const maxGroup = 500;

/** Batches items that arrive before their turn. `write` settles each waiting one. */
function createGroups(
  inTurn: InTurn,
  write: (group: readonly Waiting[]) => Promise<void>,
): (entries: readonly AuditEntry[]) => Promise<readonly AppendedRow[]> {
  let open: Waiting[] | undefined;

  const openGroup = (): Waiting[] => {
    const group: Waiting[] = [];
    const close = (): void => {
      if (open === group) open = undefined;
    };
    inTurn(() => {
      close();
      return write(group);
    }).catch((error: unknown) => {
      close();
      for (const { reject } of group) reject(error);
    });
    return group;
  };

  return (entries) =>
    new Promise((resolve, reject) => {
      if (open === undefined || open.length >= maxGroup) open = openGroup();
      open.push({ entries, resolve, reject });
    });
}

interface Job {
  readonly run: () => Promise<void>;
  readonly fail: (error: unknown) => void;
}

/** Runs jobs one after the other. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue, so that a process waits for the chain with one connection instead of all. When
 * the store is away, all queued jobs fail at once: each would time out the same way.
 */
export function createTurns(): InTurn {
  const jobs: Job[] = [];
  let running: Promise<void> | undefined;

  const runOne = async ({ run, fail }: Job): Promise<void> => {
    try {
      await run();
    } catch (error) {
      fail(error);
      if (isAway(error)) for (const other of jobs.splice(0)) other.fail(error);
    }
  };

  const runAll = async (): Promise<void> => {
    // Jobs queued in the same tick can be batched.
    await Promise.resolve();
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await runOne(job);
    running = undefined;
  };

  return <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      jobs.push({ run: async () => resolve(await work()), fail: reject });
      running ??= runAll();
    });
}
