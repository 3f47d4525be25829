import type { StoredApproval } from "../approval-store.ts";
import type { AppendedRow, AuditEntry, AuditRow, PersonalField } from "../audit-store.ts";
import type { StoredConnection } from "../connection-store.ts";
import type { StoredDraft } from "../draft-store.ts";
import type { StoredGrant } from "../grant-store.ts";
import type { QuarantinedResult } from "../quarantine-store.ts";
import type { StoredResult } from "../result-store.ts";
import { link } from "./link.ts";

/** An arbitrary time. */
export const noon = Date.UTC(2026, 10, 1, 12);

export function entry(differences: Partial<AuditEntry> = {}): AuditEntry {
  return { body: '{"kind":"note"}', part: "note", at: noon, ...differences };
}

/** Builds the intent and the outcome of a call. */
export function intent(callId: string, at: number = noon): AuditEntry {
  return entry({ body: JSON.stringify({ intent: callId }), callId, part: "intent", at });
}

export function outcome(callId: string): AuditEntry {
  return entry({ body: JSON.stringify({ outcome: callId }), callId, part: "outcome" });
}

/** Builds a pending request. Its fingerprint derives from its id, as for distinct calls. */
export function approval(differences: Partial<StoredApproval> = {}): StoredApproval {
  return {
    id: "a1",
    digest: "digest-1",
    binding: '{"v":1}',
    arguments: '{"key":"greeting","value":"hello"}',
    tool: "write_memory_entry",
    requester: "ada",
    tenant: null,
    fingerprint: `fingerprint of ${differences.id ?? "a1"}`,
    from: "operator",
    state: "pending",
    needed: 1,
    yeses: [],
    createdAt: noon,
    expiresAt: noon + 600_000,
    ...differences,
  };
}

/** Builds an active grant of two uses within an hour. */
export function grant(differences: Partial<StoredGrant> = {}): StoredGrant {
  return {
    id: "g1",
    server: "bank",
    pattern: "transfer*",
    tools: { transfer: "sha256:00" },
    principal: "ada",
    tenant: null,
    reason: "the monthly run",
    maxUses: 2,
    used: 0,
    state: "active",
    givenBy: "grace",
    createdAt: noon,
    expiresAt: noon + 3_600_000,
    ...differences,
  };
}

export function personal(differences: Partial<PersonalField> = {}): PersonalField {
  return { id: "p1", subject: "subject-1", salt: "salt", text: "Ada Lovelace", ...differences };
}

export function connection(differences: Partial<StoredConnection> = {}): StoredConnection {
  return {
    id: "c1",
    tenant: "north",
    owner: "ada",
    name: "petstore",
    status: "active",
    version: 1,
    settings: { kind: "static" },
    sealed: { token: "v1.sealed" },
    createdAt: noon,
    changedAt: noon,
    ...differences,
  };
}

/** Builds a pending draft. */
export function draft(differences: Partial<StoredDraft> = {}): StoredDraft {
  return {
    set: "petstore",
    name: "get_pet",
    version: 1,
    digest: "sha256:00",
    state: "pending",
    content: '{"tool":{}}',
    changedAt: noon,
    ...differences,
  };
}

export function result(differences: Partial<StoredResult> = {}): StoredResult {
  return {
    callId: "call-1",
    tenant: "north",
    subject: "subject-1",
    server: "weather",
    tool: "weather",
    contract: "sha256:00",
    at: noon,
    output: '{"content":[]}',
    digest: "sha256:22",
    ...differences,
  };
}

export function quarantined(differences: Partial<QuarantinedResult> = {}): QuarantinedResult {
  return {
    id: "q-1",
    callId: "call-1",
    tenant: "north",
    server: "weather",
    tool: "get-forecast",
    contract: "sha256:00",
    clause: "output",
    issues: ["/structuredContent/celsius: expected number"],
    at: noon,
    sha256: "22".repeat(32),
    redacted: 0,
    isCut: false,
    text: '{"content":[]}',
    ...differences,
  };
}

/** Returns the expected rows of bodies: numbered from 1 and chained. */
export function chained(bodies: readonly string[]): readonly AuditRow[] {
  return appended(bodies).map(({ sequence, body, hash }) => ({ sequence, body, hash }));
}

/** Returns the same rows as their writer gets them. */
export function appended(bodies: readonly string[]): readonly AppendedRow[] {
  let hash: string | undefined;
  return bodies.map((body, index) => {
    const previous = hash;
    const linked = link(previous, body);
    hash = linked.hash;
    return { sequence: index + 1, body, previous, ...linked };
  });
}

/** Returns numbered names. */
export function many(count: number, prefix: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}
