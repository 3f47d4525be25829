import type { AuthorityConfig } from "../config/config.ts";
import type { WaitingElsewhere } from "../edge/admin/overview.ts";
import { mirroredStores, noCopy } from "../governance/audit/mirrored-stores.ts";
import { noNotes } from "../governance/audit/notes.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { unrecorded } from "../pipeline/pipeline.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { type AuditDeps, type OpenAudit, openAudit } from "./open-audit.ts";
import { type RecordDesks, recordDesks } from "./record-desks.ts";
import { waitingIn } from "./waiting-in.ts";

export interface OpenRecords
  extends Omit<OpenAudit, "sign" | "signer">,
    Pick<DurableStores, "calls"> {
  readonly waiting: WaitingElsewhere;
  /** Where people read the audit log and the kept results. */
  readonly desks: RecordDesks;
}

export interface RecordsDeps extends Omit<AuditDeps, "notify"> {
  /** The program's own stores. Default: those of the configuration. */
  readonly stores?: unknown;
}

interface RecordsParts {
  readonly stores: DurableStores;
  readonly stack: AsyncDisposableStack;
}

/** Opens the call records. With in-memory stores there are none: no process could read them. */
export async function openRecords(
  settings: AuthorityConfig,
  { stores, stack }: RecordsParts,
  deps: RecordsDeps,
): Promise<OpenRecords> {
  const { clock, newId, maxCallMs } = deps;
  const isRecorded = deps.stores !== undefined || settings.stores.url !== "memory:";
  const waiting = waitingIn({ stores, clock, maxCallMs, isRecorded });
  const { calls } = stores;
  if (isRecorded) {
    const { notify } = settings.approvals;
    const opened = stack.use(await openAudit(stores, settings.audit, { ...deps, notify }));
    const { subjects, copy } = opened;
    const copied = mirroredStores(stores, copy);
    const desks = recordDesks({ stores: copied, subjects, clock, maxCallMs, signing: opened });
    return { ...opened, calls, waiting, desks };
  }
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  return {
    calls,
    waiting,
    desks: recordDesks({ stores, subjects, clock, maxCallMs, signing: undefined }),
    record: unrecorded,
    notes: noNotes,
    copy: noCopy,
    unsigned: () => undefined,
    isFailing: () => false,
    load: () => new Map(),
    pushed: () => [],
    notices: () => [],
    subjects,
  };
}
