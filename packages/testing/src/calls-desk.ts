import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { CallDesk } from "@toolcourt/gateway/internal/governance/calls/call-desk";
import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

/** A call of the log, with defaults for what a test does not care about. */
export interface RecordedCall {
  readonly id: string;
  readonly tool?: string;
  readonly at?: number;
  readonly subject?: string;
  readonly tenant?: string;
  readonly approval?: string;
  /** Null: it has no outcome. */
  readonly code?: string | null;
}

export interface CallDeskRig {
  readonly desk: CallDesk;
  readonly stores: ReturnType<typeof openMemoryStores>;
  readonly clock: FakeClock;
  /** Writes both entries of a call to the log. */
  readonly record: (call: RecordedCall) => Promise<void>;
  /** The notes in the log, without the entries of calls. */
  readonly notes: () => Promise<readonly unknown[]>;
}

const noon = Date.UTC(2026, 10, 1, 12);

/** A desk over stores in memory. Notes of the audit log are plain. */
export function callDeskRig(): CallDeskRig {
  const stores = openMemoryStores({ link });
  const clock = createFakeClock();
  const { audit, approvals, personal, results } = stores;
  const desk = new CallDesk({
    clock,
    calls: stores.calls,
    audit,
    approvalOf: approvals.find,
    isKept: async (callId) => (await results.find(callId)) !== undefined,
    subjectOf: async (name) => (name === "ada@example.com" ? "s-ada" : undefined),
    personOf: async (subject) => (await personal.textsOf(subject))[0],
    nameOf: async (id) => id,
    noteOf: (note) => ({ body: JSON.stringify(note), part: "note", at: note.at }),
  });
  return {
    desk,
    stores,
    clock,
    record: async (call) => void (await audit.append(entriesOf(call), "committed")),
    notes: async () => {
      const bodies = (await audit.read(1, 100)).map(({ body }) => body);
      const notes = bodies.filter((body) => !body.includes('"kind":"call.'));
      return notes.map((body): unknown => JSON.parse(body));
    },
  };
}

function entriesOf(call: RecordedCall): readonly AuditEntry[] {
  const { id: callId, at = noon, tool = "hello", subject = "s-1", tenant } = call;
  const principal = { id: subject, kind: "user" };
  const opened = { at, callId, kind: "call.opened", principal, tenant, tool };
  const intent = { body: JSON.stringify(opened), callId, part: "intent", at } as const;
  return call.code === null ? [intent] : [intent, outcomeOf(call, at + 12)];
}

function outcomeOf({ id: callId, code, approval }: RecordedCall, at: number): AuditEntry {
  const ending = endings.get(code ?? "answered") ?? refused;
  const of = approval === undefined ? {} : { approval: { id: approval } };
  const known = { at, callId, code: code ?? "answered", kind: "call.closed", ms: 12.3 };
  const body = { ...known, ...ending, ...of, target: { server: "local" } };
  return { body: JSON.stringify(body), callId, part: "outcome", at };
}

const result = { bytes: 2, digest: "sha256:00" };
const refused = { stage: "authorize", status: "refused" };
const endings = new Map<string, object>([
  ["answered", { stage: "done", status: "answered", result }],
  ["tool-failed", { stage: "done", status: "failed", result }],
]);
