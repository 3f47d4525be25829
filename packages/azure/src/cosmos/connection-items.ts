import type { OperationInput } from "@azure/cosmos";
import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import {
  connectionStatuses,
  type StoredConnection,
} from "@toolcourt/gateway/internal/stores/connection-store";
import {
  numberOf,
  objectOf,
  oneOf,
  type Row,
  textOf,
  textsOf,
} from "@toolcourt/gateway/internal/stores/rows";
import type { Item } from "./account.ts";
import { created, deleted, idOf, onlyPart } from "./operations.ts";
import { nested } from "./owed.ts";

/** The kind of a row whose connection is erased, and whose keys may still be there. */
export const erasing = "erasing";

export function connectionId(id: string): string {
  return idOf("connection", id);
}

/** Whether a row is the version before this one. */
export function precedes(row: Row, { tenant, version }: StoredConnection): boolean {
  return textOf(row, "tenant") === tenant && numberOf(row, "version") === version - 1;
}

export function holdsName({ status }: StoredConnection): boolean {
  return status !== "revoked";
}

export function nameId({ tenant, name }: Pick<StoredConnection, "tenant" | "name">): string {
  return idOf("name", tenant, name);
}

export function nameItem(connection: StoredConnection, change: string): Item {
  const { id } = connection;
  return { id: nameId(connection), part: onlyPart, kind: "name", connection: id, change };
}

/** Frees and takes reserved names, from one version to the next. */
export function namesBetween(
  from: StoredConnection,
  to: StoredConnection,
  change: string,
): readonly OperationInput[] {
  const [old, next] = [holdsName(from) && nameId(from), holdsName(to) && nameId(to)];
  if (old === next) return [];
  return [
    ...(old === false ? [] : [deleted(old)]),
    ...(next === false ? [] : [created(nameItem(to, change))]),
  ];
}

export function itemOf(connection: StoredConnection, change: string, owed?: AuditEntry): Item {
  const { id, settings, sealed, ...columns } = connection;
  return {
    ...columns,
    id: connectionId(id),
    part: onlyPart,
    kind: "connection",
    connection: id,
    // As text, so that every value returns as it came.
    settings: JSON.stringify(settings),
    sealed: JSON.stringify(sealed),
    change,
    ...(owed && { owed: { ...owed } }),
  };
}

export function readItem(row: Row): StoredConnection {
  return {
    id: textOf(row, "connection"),
    tenant: textOf(row, "tenant"),
    owner: textOf(row, "owner"),
    name: textOf(row, "name"),
    status: oneOf(row, "status", connectionStatuses),
    version: numberOf(row, "version"),
    settings: objectOf(row, "settings"),
    sealed: textsOf(row, "sealed"),
    createdAt: numberOf(row, "createdAt"),
    changedAt: numberOf(row, "changedAt"),
  };
}

/**
 * Reads a row after all that can be settled is. A row that still owes is damage: it counts as expired,
 * so that no credential of it is used, and it can be revoked and erased.
 */
export function readSettled(row: Row): StoredConnection {
  const connection = readItem(row);
  const isDamaged = nested(row, "owed") !== undefined && connection.status === "active";
  return isDamaged ? { ...connection, status: "expired" } : connection;
}
