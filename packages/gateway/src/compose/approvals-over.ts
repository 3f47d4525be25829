import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type Approvals, type Checks, createApprovals } from "../governance/approvals/approvals.ts";
import { createEntryOf } from "../governance/approvals/entries.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import type { AuditEntry } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";

export interface ApprovalsDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  readonly stores: Pick<DurableStores, "approvals" | "audit">;
  readonly subjects: Pick<Subjects, "of">;
}

/** Creates approvals whose changes reach the audit log in the same transaction. */
export function approvalsOver(parts: ApprovalsDeps, checks: Checks): Approvals {
  const { stores, subjects, clock, randomBytes } = parts;
  const entryOf = createEntryOf({
    nameOf: async (id, tenant) => (await subjects.of(principalOf(id, tenant))).id,
    noteOf: ({ at, ...note }) => noteOf({ ...note, moment: { at, monotonic: clock.monotonic() } }),
  });
  const append = (entry: AuditEntry) => stores.audit.append([entry], "committed");
  return createApprovals({ store: stores.approvals, clock, randomBytes, entryOf, append, checks });
}

/** Builds the principal. The local user and operators have kinds of their own. */
export function principalOf(id: string, tenant: string | null): Parameters<Subjects["of"]>[0] {
  const kind = id === "local" || id.startsWith("operator:") ? "local" : "user";
  return { id, kind, ...(tenant === null ? {} : { tenant }) };
}
