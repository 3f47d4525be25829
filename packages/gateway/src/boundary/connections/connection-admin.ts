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
  | "connection.revoked";

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

/** Lets operators add and revoke connections. */
export interface ConnectionAdmin extends Pick<ConnectionStore, "find" | "list"> {
  /** Returns undefined if the name is taken. */
  readonly add: (wanted: NewConnection, by: string) => Promise<StoredConnection | undefined>;
  /**
   * Replaces the token. Returns undefined if the connection is revoked or was changed concurrently.
   */
  readonly push: (
    connection: ReadConnection,
    pushed: Pushed,
    by: string,
  ) => Promise<StoredConnection | undefined>;
  /** Destroys the secrets of a connection. Returns undefined if it was changed concurrently. */
  readonly revoke: (
    connection: StoredConnection,
    by: string,
  ) => Promise<StoredConnection | undefined>;
}

export interface Pushed {
  readonly token: Secret;
  /** Milliseconds since 1970. Unset if unknown. */
  readonly expiresAt?: number;
}

export function createConnectionAdmin(deps: ConnectionAdminDeps): ConnectionAdmin {
  const { store, vault, clock, newId, entryOf } = deps;
  return {
    find: store.find,
    list: store.list,
    add: async ({ settings, secrets, ...wanted }, by) => {
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
    },
    push: async (connection, { token, expiresAt }, by) => {
      // Revocation is final, and the name may be in use by another connection.
      if (connection.stored.status === "revoked") return undefined;
      const { expiresAt: _before, ...rest } = connection.settings;
      const settings = { ...rest, ...(expiresAt !== undefined && { expiresAt }) };
      const next: StoredConnection = {
        ...changed(connection.stored, clock.now()),
        status: "active",
        settings: settingsJson(settings),
        sealed: await sealFields(vault, { ...connection, settings }, { token }),
      };
      const entry = await entryOf("connection.pushed", next, by);
      return (await store.replace(next, entry)) === "replaced" ? next : undefined;
    },
    revoke: async (stored, by) => {
      const next: StoredConnection = {
        ...changed(stored, clock.now()),
        status: "revoked",
        sealed: {},
      };
      const entry = await entryOf("connection.revoked", next, by);
      return (await store.replace(next, entry)) === "replaced" ? next : undefined;
    },
  };
}

function changed(stored: StoredConnection, now: number): StoredConnection {
  return { ...stored, version: stored.version + 1, changedAt: now };
}
