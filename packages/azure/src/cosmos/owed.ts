import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { HeldStoresOptions } from "@toolcourt/gateway/internal/stores/held-stores";
import { type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError, type StoreFault } from "@toolcourt/gateway/internal/stores/store-error";
import { canonicalJson, parseJson } from "@toolcourt/sdk";
import type { Item } from "./account.ts";

export type OwedDeps = Pick<HeldStoresOptions, "audit" | "clock" | "seal" | "onSettled">;

/**
 * Audit entries that rows owe. The log is another database, so a changed row carries its entry until
 * the log has it. An entry may be appended twice, but none is lost, and no row that owes is used.
 */
export class Owed {
  readonly #deps: OwedDeps;
  readonly #settling = new Map<string, Promise<void>>();
  /** Changes whose entry this process appended, and whose debt is not cleared yet. */
  readonly #appended = new Set<string>();
  /** Changes whose entry a reader appended, and that is not reported yet. */
  readonly #unreported = new Set<string>();

  constructor(deps: OwedDeps) {
    this.#deps = deps;
  }

  /** Returns an item that owes an entry with its seal. An item that owes nothing needs none. */
  async sealed(item: Item): Promise<Item> {
    const owed = nested(item, "owed");
    if (owed === undefined) return item;
    return { ...item, owed: { ...owed, seal: await this.#deps.seal.seal(textToSeal(item)) } };
  }

  /**
   * Appends the entry of a change just made, then clears its debt. Returns the log's refusal if it
   * certainly lacks the entry, so that the change can be undone. Throws if that is unknown: then the
   * row owes until a reader settles it.
   */
  async pay({ change, entry, clear }: Debt): Promise<Error | undefined> {
    try {
      await this.#deps.audit.append([entry], "on-disk");
    } catch (error) {
      if (isRefused(error)) return error;
      throw error;
    }
    this.#appended.add(change);
    // The change and its entry are stored. A debt that stays is settled by the next reader.
    await this.settle({ change, entry, clear }).catch(() => undefined);
    return undefined;
  }

  /** Settles what another process left. Concurrent readers of one change share one attempt. */
  settle(debt: Debt): Promise<void> {
    const begun = this.#settling.get(debt.change);
    if (begun !== undefined) return begun;
    const settling = this.#settle(debt).finally(() => this.#settling.delete(debt.change));
    this.#settling.set(debt.change, settling);
    return settling;
  }

  async #settle(debt: Debt): Promise<void> {
    const { change, clear, found } = debt;
    if (!this.#appended.has(change)) {
      // Marked before it is appended: its writer no longer undoes the change. Then it is read again.
      if (found !== undefined && !isSettling(found.row)) return found.mark(settlingItem(found.row));
      await this.#append(debt);
    }
    if (this.#unreported.has(change)) await this.#deps.onSettled?.(debt.entry);
    this.#unreported.delete(change);
    await clear();
    this.#appended.delete(change);
  }

  /** Only for readers: a writer has appended before, and copies its entry itself. */
  async #append({ change, entry }: Debt): Promise<void> {
    await this.#deps.audit.append([entry], "on-disk");
    this.#appended.add(change);
    this.#unreported.add(change);
  }

  /** Whether a row owes by a seal that does not fit: these stores did not write it so. */
  async isDamaged(row: Row): Promise<boolean> {
    const owed = nested(row, "owed");
    if (owed === undefined) return false;
    const { seal } = owed;
    return typeof seal !== "string" || !(await this.#deps.seal.isSealed(textToSeal(row), seal));
  }

  /** Records that a damaged row is replaced or erased, with an entry that is unknown. */
  async drop(about: Dropped): Promise<void> {
    const { audit, clock, onSettled } = this.#deps;
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const body = canonicalJson({ about: { ...about }, at, kind: "entry.dropped", monotonic });
    const entry: AuditEntry = { body, part: "note", at };
    await audit.append([entry], "on-disk");
    await onSettled?.(entry);
  }
}

/** The damaged row whose entry is dropped. */
export interface Dropped {
  readonly of: "connection" | "policy";
  /** The id of the connection. Default: the row is the head of the policies. */
  readonly id?: string;
}

/** The whole row, without its seal, the mark of a reader and what Cosmos DB adds. */
function textToSeal(row: Row): string {
  const { seal: _seal, settling: _settling, ...owed } = nested(row, "owed") ?? {};
  return canonicalJson(parseJson(JSON.stringify({ ...ownOf(row), owed })));
}

/** A row as it was written, without what Cosmos DB adds. */
export function ownOf(row: Row): Item {
  const own = Object.entries(row).filter(([name]) => !name.startsWith("_"));
  return { ...Object.fromEntries(own), id: textOf(row, "id") };
}

/** Whether a reader may have appended the entry that a row owes. */
export function isSettling(row: Row): boolean {
  return nested(row, "owed")?.["settling"] === true;
}

function settlingItem(row: Row): Item {
  return { ...ownOf(row), owed: { ...nested(row, "owed"), settling: true } };
}

/** The entry that a changed row owes. */
export interface Debt {
  /** The id of the change. */
  readonly change: string;
  readonly entry: AuditEntry;
  /** The row as a reader found it. Default: this process made the change. */
  readonly found?: FoundRow;
  /** Takes the debt out of the row, if the row is still that of the change. */
  readonly clear: () => Promise<void>;
}

export interface FoundRow {
  readonly row: Row;
  /** Replaces the row, if it is still as it was found. */
  readonly mark: (item: Item) => Promise<void>;
}

/** Reads of a row until it owes nothing. More would mean that its debt cannot be cleared. */
const maxReads = 20;

/** Reads a row again until it owes nothing. `settle` returns false if there is nothing to settle. */
export async function untilSettled<Found>(
  read: () => Promise<Found>,
  settle: (found: Found) => Promise<boolean>,
): Promise<Found> {
  for (let reads = 0; reads < maxReads; reads += 1) {
    const found = await read();
    if (!(await settle(found))) return found;
  }
  throw new StoreError("failed", { cause: new Error("A row still owes its audit entry.") });
}

/**
 * Faults of a log that has written nothing. After all others it may have the entry: a connection
 * can be lost between the commit and its answer.
 */
const refusals: ReadonlySet<unknown> = new Set<StoreFault>([
  "closed",
  "full",
  "locked",
  "newer",
  "older",
  "read-only",
]);

/** The log certainly lacks the entry. Its class may be another copy of `StoreError`. */
function isRefused(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === "StoreError" &&
    "kind" in error &&
    refusals.has(error.kind)
  );
}

/** Reads a nested object of a row. Undefined if it is not there. */
export function nested(row: Row, column: string): Row | undefined {
  const value = row[column];
  if (value === undefined || value === null) return undefined;
  if (!isRow(value)) throw new StoreError("corrupt");
  return value;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
