import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { ResultStore } from "../../stores/result-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";

export interface ForgettingResults {
  readonly store: Pick<ResultStore, "forget" | "list">;
  readonly forMs: number;
  readonly clock: Clock;
  readonly log: Logger["log"];
}

/** Removes results past their retention period. */
export function forgetResults({ store, forMs, clock, log }: ForgettingResults): AsyncDisposable {
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
