import type { OperationInput } from "@azure/cosmos";
import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type {
  ConnectionFilter,
  ConnectionStore,
  StoredConnection,
} from "@toolcourt/gateway/internal/stores/connection-store";
import { type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { ContainerPort, Ended, Item } from "./account.ts";
import {
  connectionId,
  erasing,
  holdsName,
  itemOf,
  nameId,
  nameItem,
  namesBetween,
  precedes,
  readItem,
  readSettled,
} from "./connection-items.ts";
import { created, deleted, equal, onlyPart, replaced } from "./operations.ts";
import { isSettling, nested, type Owed, ownOf, untilSettled } from "./owed.ts";
import { assertOwable, noteOfConnection, readEntry } from "./owed-entries.ts";

export interface ConnectionDeps {
  readonly container: ContainerPort;
  readonly owed: Owed;
  readonly newId: () => string;
}

/**
 * Connections in one logical partition, so that a row and its reserved name change in one batch.
 * Each change writes a row that owes its audit entry, appends the entry, then clears the debt.
 */
export class CosmosConnections implements ConnectionStore {
  readonly #deps: ConnectionDeps;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  readonly add: ConnectionStore["add"] = async (connection, entry) => {
    assertOwable(entry, noteOfConnection(connection.id));
    const change = this.#deps.newId();
    const item = await this.#deps.owed.sealed(itemOf(connection, change, entry));
    const names = holdsName(connection) ? [created(nameItem(connection, change))] : [];
    const ended = await this.#batch([created(item), ...names]);
    if (ended.status !== 200 && !(await this.#isOurs(ended, item))) return "taken";
    const undo: Undo = (etag) => [
      deleted(item.id, etag),
      ...names.map(() => deleted(nameId(connection))),
    ];
    await this.#pay(item, entry, undo);
    return "added";
  };

  readonly find: ConnectionStore["find"] = async (id) => {
    const row = await this.settled(connectionId(id));
    return row && readSettled(row);
  };

  readonly list: ConnectionStore["list"] = async (filter) => {
    const rows = await untilSettled(
      () => this.#rows(filter),
      (found) => this.#settleAll(found),
    );
    const { status: wanted } = filter;
    return rows
      .map(readSettled)
      .filter(({ status }) => wanted === undefined || status === wanted)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  };

  readonly replace: ConnectionStore["replace"] = async (connection, entry) => {
    if (entry !== undefined) assertOwable(entry, noteOfConnection(connection.id));
    const row = await this.#preceding(connection);
    if (row === undefined) return "overtaken";
    await this.#dropDamage(row, connection);
    const before = readItem(row);
    const next = { ...connection, createdAt: before.createdAt };
    const change = this.#deps.newId();
    const item = await this.#deps.owed.sealed(itemOf(next, change, entry));
    const operations = [
      replaced(item, textOf(row, "_etag")),
      ...namesBetween(before, next, change),
    ];
    const ended = await this.#batch(operations);
    if (ended.status !== 200 && !(await this.#isOurs(ended, item))) {
      // Only a reserved name conflicts.
      if (ended.status === 409) throw new StoreError("failed", { cause: nameTaken });
      return "overtaken";
    }
    if (entry === undefined) return "replaced";
    const undo: Undo = (etag) => [
      replaced(ownOf(row), etag),
      ...namesBetween(next, before, change),
    ];
    await this.#pay(item, entry, undo);
    return "replaced";
  };

  /** Returns a row that owes nothing, or that is damaged. */
  readonly settled = (id: string): Promise<Row | undefined> =>
    untilSettled(
      () => this.#read(id),
      (row) => this.#settle(row),
    );

  #rows({ tenant, owner, name, status }: ConnectionFilter): Promise<readonly Row[]> {
    const values = { kind: "connection", tenant, owner, name, status };
    const { where, parameters } = equal(values);
    const text = `SELECT * FROM c WHERE ${where}`;
    return this.#deps.container.query({ text, parameters, partition: onlyPart });
  }

  #batch(operations: readonly OperationInput[]): Promise<Ended> {
    return this.#deps.container.batch(operations, onlyPart);
  }

  /** An erased connection is not there, even while its keys are. */
  async #read(id: string): Promise<Row | undefined> {
    const row = await this.#deps.container.read(id, onlyPart);
    return row?.["kind"] === erasing ? undefined : row;
  }

  /** After a repeated attempt a conflict may be with our own first one. */
  async #isOurs({ isRepeated }: Ended, { id, change }: Item): Promise<boolean> {
    if (!isRepeated) return false;
    const row = await this.#deps.container.read(id, onlyPart);
    return row !== undefined && row["change"] === change;
  }

  /** Appends the entry of our own change. If the log refuses it, the change is undone. */
  async #pay({ id, change }: Item, entry: AuditEntry, undo: Undo): Promise<void> {
    const own = String(change);
    const clear = async (): Promise<void> => {
      const row = await this.#owing(id, own);
      if (row !== undefined) await this.#clear(row);
    };
    const refused = await this.#deps.owed.pay({ change: own, entry, clear });
    const row = refused && (await this.#owing(id, own));
    // Without a row, a reader could append the entry: then the change stands.
    if (refused === undefined || row === undefined) return;
    // A reader that marks the row after this read changes its ETag.
    const isUndone =
      !isSettling(row) && (await this.#batch(undo(textOf(row, "_etag")))).status === 200;
    if (isUndone) throw refused;
    await this.settled(id);
  }

  /** Returns the row if it still owes the entry of this change. */
  async #owing(id: string, change: string): Promise<Row | undefined> {
    const row = await this.#deps.container.read(id, onlyPart);
    const owes = row?.["change"] === change && nested(row, "owed") !== undefined;
    return owes ? row : undefined;
  }

  /** Returns the version to replace, settled. An overtaken writer settles nothing. */
  #preceding(connection: StoredConnection): Promise<Row | undefined> {
    const read = async (): Promise<Row | undefined> => {
      const row = await this.#read(connectionId(connection.id));
      return row !== undefined && precedes(row, connection) ? row : undefined;
    };
    return untilSettled(read, (row) => this.#settle(row));
  }

  /** Only a revocation replaces a damaged row: no credential may be used that the row names. */
  async #dropDamage(row: Row, { id, status }: StoredConnection): Promise<void> {
    if (nested(row, "owed") === undefined) return;
    if (status !== "revoked") throw new StoreError("corrupt", { cause: damaged });
    await this.#deps.owed.drop({ of: "connection", id });
  }

  /** Returns false if the row owes nothing, or nothing that can be settled. */
  async #settle(row: Row | undefined): Promise<boolean> {
    const owed = row && nested(row, "owed");
    if (row === undefined || owed === undefined) return false;
    const id = textOf(row, "connection");
    if (textOf(row, "id") !== connectionId(id)) throw new StoreError("corrupt");
    const entry = readEntry(owed, noteOfConnection(id));
    if (await this.#deps.owed.isDamaged(row)) return false;
    const clear = (): Promise<void> => this.#clear(row);
    const mark = (item: Item): Promise<void> => this.#replace(item, row);
    const found = { row, mark };
    await this.#deps.owed.settle({ change: textOf(row, "change"), entry, clear, found });
    return true;
  }

  async #settleAll(rows: readonly Row[]): Promise<boolean> {
    return (await Promise.all(rows.map((row) => this.#settle(row)))).includes(true);
  }

  async #clear(row: Row): Promise<void> {
    await this.#replace(itemOf(readItem(row), textOf(row, "change")), row);
  }

  /** Does nothing if the row has changed: its reader reads it again. */
  async #replace(item: Item, row: Row): Promise<void> {
    await this.#deps.container.replace(item, onlyPart, textOf(row, "_etag"));
  }
}

/** The operations that undo a change, if the row still has this ETag. */
type Undo = (etag: string) => readonly OperationInput[];

const damaged = new Error("The connection owes an audit entry by a seal that does not fit.");
const nameTaken = new Error("Another connection has this name.");
