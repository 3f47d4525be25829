import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import { numberOf, type Row, textOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { canonicalJson, isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";

/** What the entry of a row must be: a note of one of these kinds, about the row itself. */
export interface ExpectedNote {
  readonly kinds: ReadonlySet<JsonValue>;
  /** The member of `about` that names the row. */
  readonly member: "id" | "version";
  readonly value: string;
}

const connectionKinds: ReadonlySet<JsonValue> = new Set([
  "connection.added",
  "connection.expired",
  "connection.pushed",
  "connection.revoked",
  "connection.widened",
]);
const policyKinds: ReadonlySet<JsonValue> = new Set(["policy.put"]);

export function noteOfConnection(id: string): ExpectedNote {
  return { kinds: connectionKinds, member: "id", value: id };
}

export function noteOfPolicy(version: string): ExpectedNote {
  return { kinds: policyKinds, member: "version", value: version };
}

/**
 * Reads an entry from the columns of a row. Write access to rows must not allow other entries in
 * the log, such as the outcome of a call.
 */
export function readEntry(row: Row, expected: ExpectedNote): AuditEntry {
  const entry = { body: textOf(row, "body"), part: "note", at: numberOf(row, "at") } as const;
  const isNote = row["part"] === "note" && (row["callId"] ?? undefined) === undefined;
  if (!isNote || !isExpected(entry, expected)) throw new StoreError("corrupt");
  return entry;
}

/** Refuses an entry that no reader would accept, before a row owes it. */
export function assertOwable(entry: AuditEntry, expected: ExpectedNote): void {
  const isNote = entry.part === "note" && entry.callId === undefined;
  if (isNote && isExpected(entry, expected)) return;
  throw new StoreError("failed", { cause: new Error("The audit entry is not about this change.") });
}

const noteMembers = "about at kind monotonic";

function isExpected({ body, at }: AuditEntry, { kinds, member, value }: ExpectedNote): boolean {
  const note = canonicalOf(body);
  if (!isJsonObject(note) || Object.keys(note).join(" ") !== noteMembers) return false;
  const { about, kind = null, monotonic } = note;
  return (
    kinds.has(kind) &&
    note["at"] === at &&
    typeof monotonic === "number" &&
    isJsonObject(about) &&
    about[member] === value
  );
}

/** Undefined if the text is no canonical JSON. */
function canonicalOf(body: string): JsonValue | undefined {
  try {
    const value = parseJson(body);
    return canonicalJson(value) === body ? value : undefined;
  } catch {
    return undefined;
  }
}
