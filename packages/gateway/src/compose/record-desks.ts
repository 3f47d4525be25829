import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { AuditDesk } from "../governance/audit/audit-desk.ts";
import { outcomeNear } from "../governance/audit/outcome-near.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import { ResultsDesk } from "../governance/results/results-desk.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { notesOf } from "./open-approvals.ts";
import type { OpenAudit } from "./open-audit.ts";
import { auditWithoutTasks } from "./open-durable-stores.ts";

interface RecordParts extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "audit" | "results" | "tasks">;
  readonly subjects: Pick<Subjects, "of">;
  readonly maxCallMs: number;
  /** Signs the log of calls. Undefined if there is none. */
  readonly signing: Pick<OpenAudit, "sign" | "signer"> | undefined;
}

/** Where people read the audit log and the kept results. */
export interface RecordDesks {
  /** Undefined if calls are not recorded. */
  readonly audit: AuditDesk | undefined;
  readonly results: ResultsDesk;
}

export function recordDesks(parts: RecordParts): RecordDesks {
  const { stores, clock, maxCallMs, signing } = parts;
  const { audit, results } = stores;
  const notes = notesOf(parts);
  const recordedOf =
    signing && ((call: Parameters<typeof outcomeNear>[1]) => outcomeNear(audit, call));
  const log = { ...notes, store: auditWithoutTasks(stores), clock, maxCallMs };
  return {
    audit: signing && new AuditDesk({ ...log, ...signing }),
    results: new ResultsDesk({ ...notes, store: results, audit, clock, recordedOf }),
  };
}
