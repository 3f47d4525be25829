import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { JsonObject } from "@toolcourt/sdk";
import { approvalStates, type StoredApproval, type Yes } from "./approval-store.ts";
import type { AuditRow, StoredCheckpoint } from "./audit-store.ts";
import { connectionStatuses, type StoredConnection } from "./connection-store.ts";
import type { Delivery } from "./delivery-store.ts";
import { draftStates, type StoredDraft } from "./draft-store.ts";
import type { KeyCheck, WrappedKey } from "./key-store.ts";
import type { KeyUse } from "./key-use-store.ts";
import type { PolicyPut, StoredPolicy } from "./policy-store.ts";
import type { ResultDiscovery, StoredResult } from "./result-store.ts";
import { StoreError } from "./store-error.ts";

// SQLite and PostgreSQL have the same columns, so one set of readers serves both.

/** One raw row. Data from a database is untrusted too, so it is checked before use. */
export type Row = Readonly<Record<string, unknown>>;

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new StoreError("corrupt");
  return value;
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new StoreError("corrupt");
  return value;
}

function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new StoreError("corrupt");
  // A plain array: the PostgreSQL driver returns a slice of its buffer.
  return Uint8Array.from(value);
}

export function oneOf<Value extends string>(
  row: Row,
  column: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === row[column]);
  if (found === undefined) throw new StoreError("corrupt");
  return found;
}

export function isSet(row: Row, column: string): boolean {
  return row[column] !== null;
}

export const approvalColumns = `id, digest, binding, arguments, tool, requester, tenant, fingerprint,
  asked_from, state, needed, yeses, created_at, expires_at, decided_by, decided_at, call_id`;

/** Returns the values in column order. */
export function approvalValues(approval: StoredApproval): readonly (string | number | null)[] {
  return [
    approval.id,
    approval.digest,
    approval.binding,
    approval.arguments,
    approval.tool,
    approval.requester,
    approval.tenant,
    approval.fingerprint,
    approval.from,
    approval.state,
    approval.needed,
    JSON.stringify(approval.yeses),
    approval.createdAt,
    approval.expiresAt,
    approval.decidedBy ?? null,
    approval.decidedAt ?? null,
    approval.callId ?? null,
  ];
}

export function readApproval(row: Row): StoredApproval {
  return {
    id: textOf(row, "id"),
    digest: textOf(row, "digest"),
    binding: textOf(row, "binding"),
    arguments: textOf(row, "arguments"),
    tool: textOf(row, "tool"),
    requester: textOf(row, "requester"),
    tenant: isSet(row, "tenant") ? textOf(row, "tenant") : null,
    fingerprint: textOf(row, "fingerprint"),
    from: oneOf(row, "asked_from", ["caller", "operator"]),
    state: oneOf(row, "state", approvalStates),
    needed: numberOf(row, "needed"),
    yeses: yesesOf(row),
    createdAt: numberOf(row, "created_at"),
    expiresAt: numberOf(row, "expires_at"),
    ...(isSet(row, "decided_by") && { decidedBy: textOf(row, "decided_by") }),
    ...(isSet(row, "decided_at") && { decidedAt: numberOf(row, "decided_at") }),
    ...(isSet(row, "call_id") && { callId: textOf(row, "call_id") }),
  };
}

export function yesesOf(row: Row): readonly Yes[] {
  const found = jsonOf(row, "yeses");
  if (!Array.isArray(found) || !found.every(isYes)) throw new StoreError("corrupt");
  return found;
}

function isYes(value: unknown): value is Yes {
  if (typeof value !== "object" || value === null) return false;
  const { by, at, roles = [] }: Partial<Record<keyof Yes, unknown>> = value;
  return (
    typeof by === "string" &&
    typeof at === "number" &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role === "string")
  );
}

export function readAuditRow(row: Row): AuditRow {
  return {
    sequence: numberOf(row, "sequence"),
    body: textOf(row, "body"),
    hash: textOf(row, "hash"),
  };
}

export function readCheckpoint(row: Row): StoredCheckpoint {
  return { size: numberOf(row, "size"), note: textOf(row, "note") };
}

export function readConnection(row: Row): StoredConnection {
  return {
    id: textOf(row, "id"),
    tenant: textOf(row, "tenant"),
    owner: textOf(row, "owner"),
    name: textOf(row, "name"),
    status: oneOf(row, "status", connectionStatuses),
    version: numberOf(row, "version"),
    settings: objectOf(row, "settings"),
    sealed: textsOf(row, "sealed"),
    createdAt: numberOf(row, "created_at"),
    changedAt: numberOf(row, "changed_at"),
  };
}

function jsonOf(row: Row, column: string): unknown {
  try {
    return JSON.parse(textOf(row, column));
  } catch (error) {
    throw new StoreError("corrupt", { cause: error });
  }
}

export function objectOf(row: Row, column: string): JsonObject {
  const found = jsonOf(row, column);
  if (!isObject(found)) throw new StoreError("corrupt");
  return found;
}

// Parsed JSON contains only JSON values.
function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textsOf(row: Row, column: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(objectOf(row, column))) {
    if (typeof value !== "string") throw new StoreError("corrupt");
    texts[key] = value;
  }
  return texts;
}

/** Reads a JSON list of texts. */
export function listOf(row: Row, column: string): readonly string[] {
  const found = jsonOf(row, column);
  if (!Array.isArray(found) || !found.every((each) => typeof each === "string")) {
    throw new StoreError("corrupt");
  }
  return found;
}

/** Without the content, which may be large. */
export const draftColumns = "tool_set, name, version, digest, state, decision, changed_at";

export function readListedDraft(row: Row): Omit<StoredDraft, "content"> {
  return {
    set: textOf(row, "tool_set"),
    name: textOf(row, "name"),
    version: numberOf(row, "version"),
    digest: textOf(row, "digest"),
    state: oneOf(row, "state", draftStates),
    ...(isSet(row, "decision") && { decision: textOf(row, "decision") }),
    changedAt: numberOf(row, "changed_at"),
  };
}

export function readDraft(row: Row): StoredDraft {
  return { ...readListedDraft(row), content: textOf(row, "content") };
}

export function readKey(row: Row): WrappedKey {
  return {
    owner: { tenant: textOf(row, "tenant"), connection: textOf(row, "connection") },
    version: numberOf(row, "version"),
    wrappedBy: numberOf(row, "wrapped_by"),
    bytes: bytesOf(row, "bytes"),
  };
}

export function readKeyCheck(row: Row): KeyCheck {
  return { keyVersion: numberOf(row, "key_version"), bytes: bytesOf(row, "bytes") };
}

export const deliveryColumns = "receiver, row, hash, stopped, at";

export function readDelivery(row: Row): Delivery {
  return {
    receiver: textOf(row, "receiver"),
    row: numberOf(row, "row"),
    hash: isSet(row, "hash") ? textOf(row, "hash") : null,
    stopped: isSet(row, "stopped") ? textOf(row, "stopped") : null,
    at: numberOf(row, "at"),
  };
}

export function readKeyUse(row: Row): KeyUse {
  return { fingerprint: textOf(row, "fingerprint"), at: numberOf(row, "at") };
}

export function readPolicyPut(row: Row): PolicyPut {
  return {
    version: textOf(row, "version"),
    by: textOf(row, "put_by"),
    at: numberOf(row, "put_at"),
  };
}

export function readPolicy(row: Row): StoredPolicy {
  return { ...readPolicyPut(row), text: textOf(row, "content") };
}

/** Without the output, which may be large. */
export const resultColumns = `call_id, tenant, subject, server, tool, contract, at, digest,
  discovery_id, connection, scope, tier, stage, correlation`;

export function readListedResult(row: Row): Omit<StoredResult, "output"> {
  return {
    callId: textOf(row, "call_id"),
    tenant: textOf(row, "tenant"),
    subject: textOf(row, "subject"),
    server: textOf(row, "server"),
    tool: textOf(row, "tool"),
    contract: textOf(row, "contract"),
    at: numberOf(row, "at"),
    digest: textOf(row, "digest"),
    ...readResultDiscovery(row, "discovery_id"),
  };
}

/** Databases differ in the name of the id only. */
export function readResultDiscovery(row: Row, id: string): ResultDiscovery {
  return defined({
    discoveryId: textOrNone(row, id),
    connection: textOrNone(row, "connection"),
    scope: textOrNone(row, "scope"),
    tier: textOrNone(row, "tier"),
    stage: textOrNone(row, "stage"),
    correlation: textOrNone(row, "correlation"),
  });
}

function textOrNone(row: Row, column: string): string | undefined {
  return row[column] === null || row[column] === undefined ? undefined : textOf(row, column);
}

export function readResult(row: Row): StoredResult {
  return { ...readListedResult(row), output: textOf(row, "output") };
}
