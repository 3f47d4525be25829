import { type RecordDesks, recordDesks } from "@toolcourt/gateway/internal/compose/record-desks";
import { intentOf, outcomeOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { Checkpoints } from "@toolcourt/gateway/internal/governance/audit/checkpoints";
import type { Signer } from "@toolcourt/gateway/internal/governance/audit/note";
import type { AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { auditSigner } from "./audit.ts";
import { incomingCall } from "./calls.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

export interface RecordedCall {
  readonly callId: string;
  /** Default: none. */
  readonly tenant?: string;
  /** Default: it never ended. */
  readonly hasEnded?: true;
}

export interface RecordRig {
  readonly stores: DurableStores;
  readonly desks: RecordDesks;
  readonly signer: Signer;
  readonly clock: FakeClock;
  readonly sign: () => Promise<void>;
  /** Writes the entries of a call. */
  readonly addCall: (call: RecordedCall) => Promise<void>;
  /** Returns the bodies of all rows. */
  readonly bodies: () => Promise<readonly unknown[]>;
}

export interface RecordRigOptions {
  /** Changes what the desks read and write. Default: nothing. */
  readonly changed?: (audit: AuditStore) => Partial<AuditStore>;
}

/** The desks over a log in memory, which is signed on demand. Callers keep their names. */
export function recordRig({ changed = () => ({}) }: RecordRigOptions = {}): RecordRig {
  const opened = openMemoryStores({ link });
  const stores = { ...opened, audit: { ...opened.audit, ...changed(opened.audit) } };
  const clock = createFakeClock();
  const signer = auditSigner();
  // Not closed: only a fake clock waits for it.
  const checkpoints = new Checkpoints({ store: stores.audit, signer, clock });
  const sign = (): Promise<void> => checkpoints.sign();
  const subjects = { of: ({ id }: { readonly id: string }) => ({ id }) };
  const signing = { sign, signer };
  return {
    stores,
    signer,
    clock,
    sign,
    desks: recordDesks({ stores, subjects, clock, maxCallMs: 60_000, signing }),
    addCall: async ({ callId, tenant, hasEnded }) => {
      const call = incomingCall({ callId });
      const principal = { ...call.principal, ...(tenant !== undefined && { tenant }) };
      const moment = { at: clock.now(), monotonic: 0 };
      const begun = intentOf({ ...call, principal }, { subject: { id: principal.id }, moment });
      const ended = outcomeOf(call, { kind: "refused", error: undefined }, { moment, ms: 1 });
      await opened.audit.append(hasEnded === true ? [begun, ended] : [begun], "committed");
    },
    bodies: async () =>
      (await opened.audit.read(1, 1_000)).map(({ body }): unknown => JSON.parse(body)),
  };
}
