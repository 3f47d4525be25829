import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ApprovalStore } from "../../stores/approval-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";

export interface ForgetSettledDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ApprovalStore, "expire" | "forget">;
  /** Retention in ms, counted from the expiry time. */
  readonly forMs: number;
  readonly log: Logger["log"];
}

/**
 * Periodically deletes approvals settled long ago, with their arguments. Their history stays in the
 * audit log.
 */
export function forgetSettled({ store, forMs, clock, log }: ForgetSettledDeps): AsyncDisposable {
  return openRetention({
    clock,
    retainMs: forMs,
    prune: async (before, max) => {
      // A request that expired unseen is still pending in the store and would stay there forever.
      await store.expire(clock.now());
      return store.forget(before, max);
    },
    onPruned: (approvals) => log("approvals.pruned", { approvals }),
    onFailed: (error) => log("approvals.prune-failed", { because: reasonOf(error) }),
  });
}
