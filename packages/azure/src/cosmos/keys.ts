import type {
  KeyCheck,
  KeyOwner,
  KeyStore,
  WrappedKey,
} from "@toolcourt/gateway/internal/stores/key-store";
import { numberOf, type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { ContainerPort, Item } from "./account.ts";
import { below, type Condition, deleted, equal, idOf, onlyPart } from "./operations.ts";

export interface KeyDeps {
  readonly container: ContainerPort;
  readonly newId: () => string;
}

/** Wrapped data keys and check values, beside the connections whose rows they seal. */
export class CosmosKeys implements KeyStore {
  readonly #deps: KeyDeps;

  constructor(deps: KeyDeps) {
    this.#deps = deps;
  }

  readonly newest: KeyStore["newest"] = async ({ tenant, connection }) => {
    const rows = await this.#rows(equal({ kind: "key", tenant, connection }));
    return rows.map(readKey).toSorted((a, b) => b.version - a.version)[0];
  };

  readonly read: KeyStore["read"] = async (owner, version) => {
    const row = await this.#deps.container.read(keyId(owner, version), onlyPart);
    return row && readKey(row);
  };

  readonly insert: KeyStore["insert"] = (key) => this.#insert(keyItem(key, this.#deps.newId()));

  readonly rewrap: KeyStore["rewrap"] = async (from, to) => {
    const row = await this.#deps.container.read(keyId(from.owner, from.version), onlyPart);
    if (row === undefined || !isSameWrapping(readKey(row), from)) return false;
    const item = keyItem(to, this.#deps.newId());
    const { status } = await this.#deps.container.replace(item, onlyPart, textOf(row, "_etag"));
    return status === 200 || this.#isStored(item);
  };

  readonly wrappedBefore: KeyStore["wrappedBefore"] = async (keyVersion, limit) => {
    const rows = await this.#rows(equal({ kind: "key" }, below("wrappedBy", keyVersion)), limit);
    return rows.map(readKey);
  };

  readonly countByWrapping: KeyStore["countByWrapping"] = async () => {
    const counts = new Map<number, number>();
    for (const { wrappedBy } of (await this.#rows(equal({ kind: "key" }))).map(readKey)) {
      counts.set(wrappedBy, (counts.get(wrappedBy) ?? 0) + 1);
    }
    return counts;
  };

  readonly checks: KeyStore["checks"] = async () => {
    const rows = await this.#rows(equal({ kind: "check" }));
    return rows.map(readCheck).toSorted((a, b) => a.keyVersion - b.keyVersion);
  };

  readonly insertCheck: KeyStore["insertCheck"] = ({ keyVersion, bytes }) =>
    this.#insert({
      id: checkId(keyVersion),
      part: onlyPart,
      kind: "check",
      keyVersion,
      bytes: textOfBytes(bytes),
      change: this.#deps.newId(),
    });

  readonly removeCheck: KeyStore["removeCheck"] = async (keyVersion) => {
    await this.#deps.container.batch([deleted(checkId(keyVersion))], onlyPart);
  };

  async #insert(item: Item): Promise<boolean> {
    const { status, isRepeated } = await this.#deps.container.create(item, onlyPart);
    return status === 200 || (isRepeated && this.#isStored(item));
  }

  /** Whether this very write is stored: an earlier attempt may have succeeded. */
  async #isStored({ id, change }: Item): Promise<boolean> {
    return (await this.#deps.container.read(id, onlyPart))?.["change"] === change;
  }

  #rows({ where, parameters }: Condition, max?: number): Promise<readonly Row[]> {
    const text = `SELECT * FROM c WHERE ${where}`;
    const query = { text, parameters, partition: onlyPart, ...(max !== undefined && { max }) };
    return this.#deps.container.query(query);
  }
}

function keyId({ tenant, connection }: KeyOwner, version: number): string {
  return idOf("key", tenant, connection, String(version));
}

function checkId(keyVersion: number): string {
  return `check.${keyVersion}`;
}

function keyItem({ owner, version, wrappedBy, bytes }: WrappedKey, change: string): Item {
  const id = keyId(owner, version);
  const columns = { ...owner, version, wrappedBy, bytes: textOfBytes(bytes) };
  return { id, part: onlyPart, kind: "key", ...columns, change };
}

function readKey(row: Row): WrappedKey {
  return {
    owner: { tenant: textOf(row, "tenant"), connection: textOf(row, "connection") },
    version: numberOf(row, "version"),
    wrappedBy: numberOf(row, "wrappedBy"),
    bytes: bytesOf(row),
  };
}

function readCheck(row: Row): KeyCheck {
  return { keyVersion: numberOf(row, "keyVersion"), bytes: bytesOf(row) };
}

function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function bytesOf(row: Row): Uint8Array {
  const text = textOf(row, "bytes");
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new StoreError("corrupt");
  return Uint8Array.from(bytes);
}

function isSameWrapping(a: WrappedKey, b: WrappedKey): boolean {
  return a.wrappedBy === b.wrappedBy && Buffer.compare(a.bytes, b.bytes) === 0;
}
