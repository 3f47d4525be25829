import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ResultStore, StoredResult } from "../../stores/result-store.ts";
import { reasonOf, StoreError } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";
import { digestOf } from "./keep-results.ts";

export interface WantedResult {
  readonly callId: string;
  /** Default: every tenant, for the operator. */
  readonly tenant?: string;
}

/**
 * Returns a stored result. A result of another tenant counts as missing. Throws if the stored text
 * does not match its digest, because it proves nothing.
 */
export async function readResult(
  store: Pick<ResultStore, "find">,
  { callId, tenant }: WantedResult,
): Promise<StoredResult | undefined> {
  const found = await store.find(callId);
  if (found === undefined || (tenant !== undefined && found.tenant !== tenant)) return undefined;
  if (digestOf(found.output) !== found.digest) throw new StoreError("corrupt");
  return found;
}

export interface ForgetResultsDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ResultStore, "forget" | "list">;
  readonly forMs: number;
  readonly log: Logger["log"];
}

/** Removes results past their retention period. */
export function forgetResults({ store, forMs, clock, log }: ForgetResultsDeps): AsyncDisposable {
  return openRetention({
    clock,
    retainMs: forMs,
    prune: async (before, max) => {
      // Most stores hold no results, and removing is a write.
      if ((await store.list({ before }, 1)).length === 0) return 0;
      return store.forget(before, max);
    },
    onPruned: (results) => log("results.pruned", { results }),
    onFailed: (error) => log("results.prune-failed", { because: reasonOf(error) }),
  });
}
