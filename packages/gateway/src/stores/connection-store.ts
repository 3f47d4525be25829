import type { JsonObject } from "@toolcourt/sdk";
import type { AuditEntry } from "./audit-store.ts";

export const connectionStatuses = ["active", "expired", "revoked"] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** A connection as it lies in the store. What is secret in it is sealed, and bound to its row. */
export interface StoredConnection {
  readonly id: string;
  /** Empty where there are no tenants. */
  readonly tenant: string;
  /** The id of the principal whose it is. */
  readonly owner: string;
  /** Unique among those of a tenant that are not revoked. */
  readonly name: string;
  readonly status: ConnectionStatus;
  /** Counts its changes, from 1. */
  readonly version: number;
  /** Everything that is no secret, as `connections/` reads it. */
  readonly settings: JsonObject;
  /** By field. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, as all times. */
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface ConnectionFilter {
  readonly tenant?: string;
  readonly owner?: string;
  readonly name?: string;
  readonly status?: ConnectionStatus;
}

/** Every change is one step with its entry, where it has one, and on disk. */
export interface ConnectionStore {
  /** `taken` where the id is there, or the name among those of the tenant that are not revoked. */
  readonly add: (connection: StoredConnection, entry: AuditEntry) => Promise<"added" | "taken">;
  readonly find: (id: string) => Promise<StoredConnection | undefined>;
  /** The oldest first. */
  readonly list: (filter: ConnectionFilter) => Promise<readonly StoredConnection[]>;
  /** Puts another in the place of the one with the version before. `overtaken` where that is not the one there. */
  readonly replace: (
    connection: StoredConnection,
    entry?: AuditEntry,
  ) => Promise<"replaced" | "overtaken">;
}
