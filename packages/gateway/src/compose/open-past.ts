import type { ChangingPolicy } from "../governance/policy/open-policy.ts";
import { openSequences } from "../governance/sequences/stage.ts";
import { unrecorded } from "../pipeline/pipeline.ts";
import type { JudgesSequences } from "../pipeline/stages/unjudged.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { type KeptInStores, keptInStores } from "./kept-in-stores.ts";
import type { OpenRecords } from "./open-records.ts";
import type { KeptTasksDeps } from "./open-tasks.ts";

interface PastParts extends Pick<OpenRecords, "record" | "subjects"> {
  readonly stores: Pick<DurableStores, "tasks" | "approvals" | "audit" | "histories">;
  readonly policy: ChangingPolicy;
  /** Of the operator. */
  readonly key: Uint8Array;
}

/** Opens what a gateway keeps of calls that ended or go on, and judges calls by it. */
export function openPast(
  { record, subjects, stores, policy, key }: PastParts,
  deps: Omit<KeptTasksDeps, "isRecorded">,
): { readonly kept: KeptInStores; readonly sequences: JudgesSequences } {
  const { clock, log } = deps;
  const kept = keptInStores(stores, { ...deps, isRecorded: record !== unrecorded });
  const sequences = openSequences({
    policy,
    subjects,
    store: kept.histories,
    key,
    clock,
    onObserved: ({ tool }, findings) => {
      const statements = [...new Set(findings.map(({ statement }) => statement))];
      log("sequence.observed", { tool, statements });
    },
  });
  return { kept, sequences };
}
