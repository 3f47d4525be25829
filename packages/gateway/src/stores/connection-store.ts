import type { JsonObject } from "@toolcourt/sdk";
import type { AuditEntry } from "./audit-store.ts";

export const connectionStatuses = ["active", "expired", "revoked"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** A stored connection. Its secrets are sealed and bound to their row. */
export interface StoredConnection {
  readonly id: string;
  /** Empty without tenants. */
  readonly tenant: string;
  /** Id of the owning principal. */
  readonly owner: string;
  /** Unique among the tenant's connections that are not revoked. */
  readonly name: string;
  readonly status: ConnectionStatus;
  /** Version number, from 1. */
  readonly version: number;
  /** All non-secret settings, as `connections/` reads them. */
  readonly settings: JsonObject;
  /** By field. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, like all times here. */
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface ConnectionFilter {
  readonly tenant?: string;
  readonly owner?: string;
  readonly name?: string;
  readonly status?: ConnectionStatus;
}

/** Every change is one transaction with its audit entry, if any, and on disk. */
export interface ConnectionStore {
  /**
   * Adds a connection. `taken` if the id exists, or the name among the tenant's connections that
   * are not revoked.
   */
  readonly add: (connection: StoredConnection, entry: AuditEntry) => Promise<"added" | "taken">;
  readonly find: (id: string) => Promise<StoredConnection | undefined>;
  /** Lists the oldest first. */
  readonly list: (filter: ConnectionFilter) => Promise<readonly StoredConnection[]>;
  /** Replaces the preceding version. `overtaken` if the stored version is another. */
  readonly replace: (
    connection: StoredConnection,
    entry?: AuditEntry,
  ) => Promise<"replaced" | "overtaken">;
}
