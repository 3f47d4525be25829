import type { KeyOwner } from "@toolcourt/gateway/internal/stores/key-store";
import { type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { ContainerPort, Item } from "./account.ts";
import { connectionId, erasing, holdsName, nameId, readItem } from "./connection-items.ts";
import type { CosmosConnections } from "./connections.ts";
import { type Condition, deleteAll, deleted, equal, onlyPart, replaced } from "./operations.ts";
import { nested, type Owed } from "./owed.ts";

export interface EraseDeps {
  readonly container: ContainerPort;
  readonly connections: Pick<CosmosConnections, "list" | "settled">;
  readonly owed: Pick<Owed, "drop">;
}

/** Attempts on one connection. More would mean that another process changes it all the time. */
const maxAttempts = 20;

/**
 * Erases the connections of a person, with their names and keys. One batch turns a connection into
 * a marker and frees its name, so no reader sees a connection without its keys. Then the keys are
 * deleted, and the marker last: if a process dies in between, the next erasure finds it.
 */
export class EraseConnections {
  readonly #deps: EraseDeps;

  constructor(deps: EraseDeps) {
    this.#deps = deps;
  }

  readonly erase = async (owner: string, tenant: string): Promise<void> => {
    for (const { id } of await this.#deps.connections.list({ owner, tenant })) {
      await this.#mark(id);
    }
    const marked = equal({ kind: erasing, tenant, owner });
    for (const row of await this.#rows("c.id, c.connection", marked)) {
      const keyOwner = { tenant, connection: textOf(row, "connection") };
      await this.#deleteKeys(keyOwner);
      await deleteAll(this.#deps.container, [textOf(row, "id")], onlyPart);
      // Once more: a renewal may have inserted a key after the last look, and no marker leads to it.
      await this.#deleteKeys(keyOwner);
    }
  };

  /** Tries again if the connection changes meanwhile, for example to another name. */
  async #mark(id: string): Promise<void> {
    const { container, connections, owed } = this.#deps;
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const row = await connections.settled(connectionId(id));
      if (row === undefined) return;
      // What still owes is damaged. An erasure does not need what it owes.
      if (nested(row, "owed") !== undefined) await owed.drop({ of: "connection", id });
      const operations = [
        replaced(markerOf(row), textOf(row, "_etag")),
        ...(await this.#nameOf(row)).map((name) => deleted(name)),
      ];
      const { status } = await container.batch(operations, onlyPart);
      if (status === 200) return;
    }
    throw new StoreError("failed", { cause: new Error("A connection changes too often.") });
  }

  /** Returns the id of the name that a connection holds. A name changes only with its connection. */
  async #nameOf(row: Row): Promise<readonly string[]> {
    const connection = readItem(row);
    if (!holdsName(connection)) return [];
    const name = nameId(connection);
    const reserved = await this.#deps.container.read(name, onlyPart);
    return reserved?.["connection"] === connection.id ? [name] : [];
  }

  /** A renewal may insert a key meanwhile, so keys are looked for until there are none. */
  async #deleteKeys(owner: KeyOwner): Promise<void> {
    const keys = equal({ kind: "key", tenant: owner.tenant, connection: owner.connection });
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      const ids = (await this.#rows("c.id", keys)).map((row) => textOf(row, "id"));
      if (ids.length === 0) return;
      await deleteAll(this.#deps.container, ids, onlyPart);
    }
    throw new StoreError("failed", { cause: new Error("A connection gets keys all the time.") });
  }

  #rows(fields: string, { where, parameters }: Condition): Promise<readonly Row[]> {
    const text = `SELECT ${fields} FROM c WHERE ${where}`;
    return this.#deps.container.query({ text, parameters, partition: onlyPart });
  }
}

/** What stays of a connection until its keys are gone. */
function markerOf(row: Row): Item {
  const { id, tenant, owner } = readItem(row);
  return {
    id: connectionId(id),
    part: onlyPart,
    kind: erasing,
    connection: id,
    tenant,
    owner,
  };
}
