import { type Explanation, explanations } from "@toolcourt/contracts/internal/errors/explanations";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { AuditRow } from "../../stores/audit-store.ts";
import type { IndexedCall } from "../../stores/call-store.ts";
import type { ListedCalls, ShownCall } from "./call-desk.ts";

// The admin API and the command show calls in the same form.

export function listedJson({ calls, next, indexedTo, last }: ListedCalls): JsonObject {
  return {
    calls: calls.map(callJson),
    ...(next && { next: cursorOf(next), searchedTo: timeOf(next.at) }),
    indexedTo,
    last,
  };
}

/** Returns the cursor for the calls behind a place. */
function cursorOf({ at, row }: { readonly at: number; readonly row: number }): string {
  return `${at}-${row}`;
}

function callJson(call: IndexedCall): JsonObject {
  const { callId, tool, server, status, code, ms, at, subject, tenant, row, endRow } = call;
  return {
    id: callId,
    tool,
    server: orNull(server),
    status,
    code: orNull(code),
    ms,
    at: timeOf(at),
    subject,
    tenant: orNull(tenant),
    rows: { opened: row, closed: endRow },
  };
}

export function shownJson(shown: ShownCall): JsonObject {
  const { call, person, rows, approval, isResultKept } = shown;
  const result = resultOf(shown);
  const explained = explanationOf(call.code);
  return {
    ...callJson(call),
    person: person ?? null,
    stage: memberIn(bodiesOf(rows), "stage") ?? null,
    explained: explained === undefined ? null : explainedJson(explained),
    approval: approval === undefined ? null : approvalJson(approval),
    result: result === undefined ? null : { ...result, isKept: isResultKept },
    times: momentsOf(shown).map(({ name, at }) => ({ name, at: timeOf(at) })),
    entries: rows.map(({ sequence, hash, body }) => ({
      row: sequence,
      hash,
      body: objectIn(body),
    })),
  };
}

/** Returns the id of the approval that a call was bound to. */
export function approvalIdIn(rows: readonly Pick<AuditRow, "body">[]): string | undefined {
  const approval = memberIn(bodiesOf(rows), "approval");
  const id = isJsonObject(approval) ? own(approval, "id") : undefined;
  return typeof id === "string" ? id : undefined;
}

function approvalJson({ id, state, createdAt, decidedAt }: StoredApproval): JsonObject {
  return {
    id,
    state,
    requestedAt: timeOf(createdAt),
    decidedAt: decidedAt === undefined ? null : timeOf(decidedAt),
  };
}

/** Returns the digest and the size of the result. Undefined for a call without one. */
export function resultOf({
  rows,
}: Pick<ShownCall, "rows">): { readonly digest: string; readonly bytes: number } | undefined {
  const result = memberIn(bodiesOf(rows), "result");
  const digest = isJsonObject(result) ? own(result, "digest") : undefined;
  const bytes = isJsonObject(result) ? own(result, "bytes") : undefined;
  return typeof digest === "string" && typeof bytes === "number" ? { digest, bytes } : undefined;
}

export interface CallMoment {
  readonly name: "requested" | "decided" | "opened" | "closed";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The moments that are on record, in order. The log has no times of the stages between. */
export function momentsOf({ call, rows, approval }: ShownCall): readonly CallMoment[] {
  const closed = bodiesOf(rows)[1];
  const moments: readonly (readonly [CallMoment["name"], at: unknown])[] = [
    ["requested", approval?.createdAt],
    ["decided", approval?.decidedAt],
    ["opened", call.at],
    ["closed", closed && own(closed, "at")],
  ];
  return moments
    .flatMap(([name, at]) => (typeof at === "number" ? [{ name, at }] : []))
    .toSorted((a, b) => a.at - b.at);
}

/** Explains a result code. Undefined for one that is no error of ours. */
export function explanationOf(code: string): Explanation | undefined {
  return explanations.find((each) => each.code === code && each.seenIn !== "admin");
}

function explainedJson({ class: kind, meaning, remedy, retryable }: Explanation): JsonObject {
  return { class: kind, meaning, remedy, ...(retryable !== undefined && { retryable }) };
}

function bodiesOf(rows: readonly Pick<AuditRow, "body">[]): readonly JsonObject[] {
  return rows.map(({ body }) => objectIn(body));
}

/** Returns a member of the last body that has it. */
function memberIn(bodies: readonly JsonObject[], name: string): JsonObject[string] | undefined {
  return bodies.map((body) => own(body, name)).findLast((value) => value !== undefined);
}

function objectIn(body: string): JsonObject {
  const parsed = parseJson(body);
  return isJsonObject(parsed) ? parsed : {};
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
