import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { openForgetting } from "@toolcourt/contracts/internal/kernel/forgetting";
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
  return openForgetting({
    clock,
    forMs,
    forget: async (before, most) => {
      // Most stores hold no results, and removing is a write.
      if ((await store.list({ before }, 1)).length === 0) return 0;
      return store.forget(before, most);
    },
    forgotten: (results) => log("results.forgotten", { results }),
    failed: (error) => log("results.unforgotten", { because: reasonOf(error) }),
  });
}
