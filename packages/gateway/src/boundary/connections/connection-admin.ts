import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type { ConnectionStore, StoredConnection } from "../../stores/connection-store.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import {
  type ConnectionSettings,
  type ReadConnection,
  sealFields,
  settingsJson,
} from "./settings.ts";

/** Audited events of a connection. */
export type ConnectionNote =
  | "connection.added"
  | "connection.expired"
  | "connection.pushed"
  | "connection.revoked"
  | "connection.widened";

/** Builds the audit entry. Without an actor, the gateway itself acted. */
export type ConnectionEntryOf = (
  kind: ConnectionNote,
  connection: StoredConnection,
  by?: string,
) => Promise<AuditEntry>;

export interface NewConnection {
  readonly tenant: string;
  readonly owner: string;
  readonly name: string;
  readonly settings: ConnectionSettings;
  /** By field. */
  readonly secrets: Readonly<Record<string, Secret>>;
}

export interface ConnectionAdminDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly store: ConnectionStore;
  readonly vault: Pick<CurrentVault, "seal">;
  readonly entryOf: ConnectionEntryOf;
}

export interface Pushed {
  readonly token: Secret;
  /** Milliseconds since 1970. Unset if unknown. */
  readonly expiresAt?: number;
}

/** Lets operators add and revoke connections. */
export class ConnectionAdmin {
  readonly #deps: ConnectionAdminDeps;
  readonly find: ConnectionStore["find"];
  readonly list: ConnectionStore["list"];

  constructor(deps: ConnectionAdminDeps) {
    this.#deps = deps;
    this.find = deps.store.find;
    this.list = deps.store.list;
  }

  /** Returns undefined if the name is taken. */
  async add(
    { settings, secrets, ...wanted }: NewConnection,
    by: string,
  ): Promise<StoredConnection | undefined> {
    const { store, vault, clock, newId, entryOf } = this.#deps;
    const now = clock.now();
    const stored: StoredConnection = {
      ...wanted,
      id: newId(),
      status: "active",
      version: 1,
      settings: settingsJson(settings),
      sealed: {},
      createdAt: now,
      changedAt: now,
    };
    const sealed = await sealFields(vault, { stored, settings }, secrets);
    const added = { ...stored, sealed };
    const entry = await entryOf("connection.added", added, by);
    return (await store.add(added, entry)) === "added" ? added : undefined;
  }

  /**
   * Replaces the token. Returns undefined if the connection is revoked or was changed concurrently.
   */
  async push(
    connection: ReadConnection,
    { token, expiresAt }: Pushed,
    by: string,
  ): Promise<StoredConnection | undefined> {
    // Revocation is final, and the name may be in use by another connection.
    if (connection.stored.status === "revoked") return undefined;
    const { clock, vault } = this.#deps;
    const { expiresAt: _before, ...rest } = connection.settings;
    const settings = { ...rest, ...(expiresAt !== undefined && { expiresAt }) };
    const next: StoredConnection = {
      ...changed(connection.stored, clock.now()),
      status: "active",
      settings: settingsJson(settings),
      sealed: await sealFields(vault, { ...connection, settings }, { token }),
    };
    return this.#replace("connection.pushed", next, by);
  }

  /** Destroys the secrets of a connection. Returns undefined if it was changed concurrently. */
  revoke(stored: StoredConnection, by: string): Promise<StoredConnection | undefined> {
    const next = changed(stored, this.#deps.clock.now());
    return this.#replace("connection.revoked", { ...next, status: "revoked", sealed: {} }, by);
  }

  async #replace(
    kind: ConnectionNote,
    next: StoredConnection,
    by: string,
  ): Promise<StoredConnection | undefined> {
    const { store, entryOf } = this.#deps;
    const entry = await entryOf(kind, next, by);
    return (await store.replace(next, entry)) === "replaced" ? next : undefined;
  }
}

function changed(stored: StoredConnection, now: number): StoredConnection {
  return { ...stored, version: stored.version + 1, changedAt: now };
}
