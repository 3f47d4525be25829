import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { Subjects } from "../governance/audit/subjects.ts";
import { CallDesk } from "../governance/calls/call-desk.ts";
import type { CallStore } from "../stores/call-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { notesOf } from "./open-approvals.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

interface CallParts extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "audit" | "approvals" | "calls" | "personal" | "results">;
  readonly subjects: Subjects;
}

export function callDesk({ stores, subjects, clock }: CallParts): CallDesk {
  const { audit, approvals, calls, personal, results } = stores;
  return new CallDesk({
    clock,
    calls,
    audit,
    approvalOf: approvals.find,
    isKept: async (callId) => (await results.find(callId)) !== undefined,
    subjectOf: async (id, tenant) => (await subjects.find({ id, ...(tenant && { tenant }) }))?.id,
    personOf: async (subject) => (await personal.textsOf(subject))[0],
    ...notesOf({ subjects, clock }),
  });
}

/** The calls of a gateway, for an operator. */
export interface OpenedCalls extends AsyncDisposable {
  readonly desk: CallDesk;
  readonly calls: CallStore;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
}

export async function openCalls(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedCalls> {
  const { stores } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, newId, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  return {
    desk: callDesk({ stores, subjects, clock }),
    calls: stores.calls,
    operator,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}
