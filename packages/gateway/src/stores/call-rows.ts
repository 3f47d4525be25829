import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { AuditRow } from "./audit-store.ts";
import {
  type CallEnd,
  type CallPlace,
  type CallStatus,
  callStatuses,
  type IndexedCall,
  type IndexedUpTo,
} from "./call-store.ts";
import { isSet, numberOf, oneOf, type Row, textOf } from "./rows.ts";

export const callColumns =
  "row, call_id, end_row, at, ms, tool, server, status, code, subject, tenant";

export function readCall(row: Row): IndexedCall {
  return {
    row: numberOf(row, "row"),
    callId: textOf(row, "call_id"),
    endRow: isSet(row, "end_row") ? numberOf(row, "end_row") : null,
    at: numberOf(row, "at"),
    ms: isSet(row, "ms") ? numberOf(row, "ms") : null,
    tool: textOf(row, "tool"),
    server: textOf(row, "server"),
    status: oneOf(row, "status", callStatuses),
    code: textOf(row, "code"),
    subject: textOf(row, "subject"),
    tenant: textOf(row, "tenant"),
  };
}

export function readPlace(row: Row): CallPlace {
  return { at: numberOf(row, "at"), row: numberOf(row, "row") };
}

export function readProgress(row: Row = {}): IndexedUpTo {
  return { indexedTo: numberOf(row, "indexed_to"), last: numberOf(row, "last") };
}

/** The end of a call that began in an earlier batch. */
export interface EndedCall extends CallEnd {
  readonly callId: string;
  readonly server: string;
}

/** What a batch of rows adds to the index. A call is in one of the lists only. */
export interface CallChanges {
  readonly begun: readonly IndexedCall[];
  readonly ended: readonly EndedCall[];
}

/** Reads the calls in rows of the audit log. Other rows, and rows of another form, are passed over. */
export function callsIn(rows: readonly Pick<AuditRow, "sequence" | "body">[]): CallChanges {
  const begun = new Map<string, IndexedCall>();
  const ended = new Map<string, EndedCall>();
  const close = (end: EndedCall): void => {
    const call = begun.get(end.callId);
    if (call === undefined) ended.set(end.callId, ended.get(end.callId) ?? end);
    else if (call.endRow === null) begun.set(end.callId, withEnd(call, end));
  };
  for (const { sequence, body } of rows) {
    const entry = callEntryIn(body);
    const callId = entry && memberOf(entry, "callId");
    if (entry === undefined || callId === undefined || callId === "") continue;
    if (own(entry, "kind") !== "call.opened") close(endOf(entry, callId, sequence));
    else if (!begun.has(callId)) begun.set(callId, begunCall(entry, callId, sequence));
  }
  return { begun: [...begun.values()], ended: [...ended.values()] };
}

/** Returns the call with its end. The outcome knows the server, often better than the intent. */
export function withEnd(
  call: IndexedCall,
  { status, code, ms, endRow, server }: EndedCall,
): IndexedCall {
  return { ...call, status, code, ms, endRow, server: server === "" ? call.server : server };
}

const kinds: readonly unknown[] = ["call.opened", "call.closed", "call.lost"];

/** Undefined for other entries. Most of them are not worth parsing. */
function callEntryIn(body: string): JsonObject | undefined {
  if (!body.includes('"kind":"call.')) return undefined;
  const entry = parseJson(body);
  return isJsonObject(entry) && kinds.includes(own(entry, "kind")) ? entry : undefined;
}

function begunCall(entry: JsonObject, callId: string, row: number): IndexedCall {
  const principal = own(entry, "principal");
  return {
    row,
    callId,
    at: numberIn(entry, "at") ?? 0,
    tool: memberOf(entry, "tool"),
    server: serverOf(entry),
    subject: isJsonObject(principal) ? memberOf(principal, "id") : "",
    tenant: memberOf(entry, "tenant"),
    ...notEnded,
  };
}

const notEnded = { status: "started", code: "", ms: null, endRow: null } as const;

function endOf(entry: JsonObject, callId: string, endRow: number): EndedCall {
  return {
    callId,
    endRow,
    status: statusOf(entry),
    code: memberOf(entry, "code"),
    ms: numberIn(entry, "ms") ?? null,
    server: serverOf(entry),
  };
}

function statusOf(entry: JsonObject): CallStatus {
  if (own(entry, "kind") === "call.lost") return "lost";
  const status = own(entry, "status");
  // A newer gateway beside this one may know more of them.
  return callStatuses.find((known) => known === status) ?? "failed";
}

function serverOf(entry: JsonObject): string {
  const target = own(entry, "target");
  return isJsonObject(target) ? memberOf(target, "server") : "";
}

function numberIn(entry: JsonObject, name: string): number | undefined {
  const value = own(entry, name);
  return typeof value === "number" && Number.isSafeInteger(Math.trunc(value)) ? value : undefined;
}

/** Few texts of the log are longer: those of many hidden characters, which it escapes. */
const maxLength = 512;

function memberOf(entry: JsonObject, name: string): string {
  const value = own(entry, name);
  if (typeof value !== "string") return "";
  // Half a surrogate pair is no text to a database, which would refuse the whole batch for ever.
  return value.slice(0, maxLength).replaceAll("\0", "").toWellFormed();
}
