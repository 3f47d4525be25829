import type { Clock } from "../../foundation/kernel/clock.ts";
import { openForgetting } from "../../foundation/kernel/forgetting.ts";
import type { Logger } from "../../foundation/telemetry/events.ts";
import type { ApprovalStore } from "../../stores/approval-store.ts";
import { reasonOf } from "../../stores/store-error.ts";

export interface ForgettingSettled {
  readonly store: Pick<ApprovalStore, "expire" | "forget">;
  /** How long one is kept after the moment at which it expired, or would have. */
  readonly forMs: number;
  readonly clock: Clock;
  readonly log: Logger["log"];
}

/**
 * Removes approvals that were settled long ago, with the arguments that they were for. What happened to them
 * stays in the audit log.
 */
export function forgetSettled({ store, forMs, clock, log }: ForgettingSettled): AsyncDisposable {
  return openForgetting({
    clock,
    forMs,
    forget: async (before, most) => {
      // What nobody looked at since is still pending in the store, and would stay there for ever.
      await store.expire(clock.now());
      return store.forget(before, most);
    },
    forgotten: (approvals) => log("approvals.forgotten", { approvals }),
    failed: (error) => log("approvals.unforgotten", { because: reasonOf(error) }),
  });
}
