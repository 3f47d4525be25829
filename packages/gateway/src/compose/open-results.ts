import { noteOf } from "../governance/audit/call-entries.ts";
import { momentOf } from "../governance/audit/call-trail.ts";
import { outcomeNear } from "../governance/audit/outcome-near.ts";
import type { RecordedOf } from "../governance/results/results-desk.ts";
import type { ResultStore } from "../stores/result-store.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The kept results of a gateway. */
export interface OpenedResults extends AsyncDisposable {
  readonly results: ResultStore;
  /** Audits that the operator looked at a result. */
  readonly shown: (callId: string) => Promise<void>;
  /** Finds the end of a call in the audit log. Default: there is no log. */
  readonly recordedOf?: RecordedOf;
}

export async function openResults(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedResults> {
  const { stores } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, operator } = runtime;
  return {
    results: stores.results,
    recordedOf: (call) => outcomeNear(stores.audit, call),
    shown: async (callId) => {
      const moment = momentOf(clock);
      const note = noteOf({ kind: "result.shown", moment, callId, about: { operator } });
      await stores.audit.append([note], "on-disk");
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}
