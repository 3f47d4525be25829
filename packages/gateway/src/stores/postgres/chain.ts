import type { AppendedRow, AuditEntry, LinkSteps } from "../audit-store.ts";
import { numberOf, textOf } from "../rows.ts";
import { StoreError } from "../store-error.ts";
import {
  appendStatement,
  appendValues,
  type End,
  emptyEnd,
  type Leafed,
  rowsAdded,
  withLeaves,
} from "./append.ts";
import type { Ask, Database, Statement } from "./database.ts";
import { isAway } from "./faults.ts";

/** Operations within one audited change; all of them happen or none. */
export interface Change {
  readonly ask: Ask;
  readonly add: (...entries: readonly AuditEntry[]) => Promise<void>;
}

export interface ChainOptions {
  readonly database: Database;
  readonly linkSteps: LinkSteps;
  readonly schema: string;
}

/**
 * The end of the audit log. One process at a time may hold it. Entries that arrive during a write
 * are written together, with one statement.
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #begin: string;
  readonly #append: Statement;
  readonly #inTurn = createTurns();
  #written = emptyEnd;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#begin = beginning(options.schema);
    this.#append = appendStatement(options.schema);
  }

  readonly append = createGroups(this.#inTurn, async (group) => {
    const { database, linkSteps } = this.#options;
    const linked = group.flatMap((waiting) => leafedOrRejected(waiting, linkSteps));
    const all = linked.flatMap(({ leafed }) => leafed);
    if (all.length === 0) return;
    const values = appendValues(all, this.#written, linkSteps);
    const rows = rowsAdded(await database.run(this.#append, values), all, linkSteps);
    this.#written = rows.at(-1) ?? this.#written;
    let from = 0;
    for (const { waiting, leafed } of linked) {
      waiting.resolve(rows.slice(from, from + leafed.length));
      from += leafed.length;
    }
  });

  /** Runs an audited change. `ms` extends the usual time limit for a slow one. */
  change<T>(work: (change: Change) => Promise<T>, ms?: number): Promise<T> {
    const { database, linkSteps } = this.#options;
    return this.#inTurn(async () => {
      let end: End = this.#written;
      const run = async (ask: Ask): Promise<T> => {
        const add: Change["add"] = async (...entries) => {
          if (entries.length === 0) return;
          const leafed = withLeaves(entries, linkSteps);
          const found = await ask(this.#append.text, appendValues(leafed, end, linkSteps));
          end = rowsAdded(found, leafed, linkSteps).at(-1) ?? end;
        };
        const changed = await work({ ask, add });
        if (end === this.#written) await this.#assertCurrent(ask);
        return changed;
      };
      const result = await database.transact(this.#begin, run, ms);
      this.#written = end;
      return result;
    });
  }

  /** Refuses a change without entries in an older copy of the database, as `append_audit` does. */
  async #assertCurrent(ask: Ask): Promise<void> {
    const { sequence, hash } = this.#written;
    const [last] = await ask(
      `SELECT sequence, hash FROM ${this.#options.schema}.audit ORDER BY sequence DESC LIMIT 1`,
    );
    const found = last === undefined ? 0 : numberOf(last, "sequence");
    const foundHash = last === undefined ? undefined : textOf(last, "hash");
    const isSame = found > sequence || (found === sequence && foundHash === hash);
    if (!isSame) throw new StoreError("older", { cause: { expected: sequence, found } });
  }
}

/** Entries waiting to be written. */
interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly resolve: (rows: readonly AppendedRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Rejects entries that cannot be linked; the others of the group go on. */
function leafedOrRejected(
  waiting: Waiting,
  steps: LinkSteps,
): readonly { readonly waiting: Waiting; readonly leafed: readonly Leafed[] }[] {
  try {
    return [{ waiting, leafed: withLeaves(waiting.entries, steps) }];
  } catch (error) {
    waiting.reject(error);
    return [];
  }
}

// The lock comes first, so that no other change interferes. READ COMMITTED gives each statement its
// own snapshot: those after the lock see rows committed during the wait.
function beginning(schema: string): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
    SET LOCAL synchronous_commit = on;
    SELECT pg_advisory_xact_lock(hashtextextended('toolcourt audit of ${schema}', 0::bigint))`;
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
