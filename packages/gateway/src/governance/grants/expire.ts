import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { GrantStore, StoredGrant } from "../../stores/grant-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";
import type { GrantDeps } from "./grants.ts";

/** Small batches, so that calls to the same store do not wait. */
const maxBatch = 100;

type ExpireDeps = Pick<GrantDeps, "store" | "clock" | "entryOf">;

/** Marks overdue grants as expired. */
export async function expireOverdue(deps: ExpireDeps): Promise<void> {
  const { store, clock } = deps;
  for (const grant of await store.overdue(clock.now(), maxBatch)) await expire(deps, grant);
}

/** Marks a grant as expired, permanently: setting the clock back does not revive it. */
export async function expire(
  { store, clock, entryOf }: ExpireDeps,
  grant: StoredGrant,
): Promise<void> {
  const at = clock.now();
  const entry = await entryOf({ kind: "grant.expired", at, grant });
  await store.end(grant.id, { to: "expired", at }, entry);
}

export interface ForgetEndedDeps extends Pick<Runtime, "clock">, Pick<GrantDeps, "entryOf"> {
  readonly store: GrantStore;
  /** Retention in ms, counted from the end of a grant. */
  readonly forMs: number;
  readonly log: Logger["log"];
}

/** Expires grants and deletes long ended ones, periodically. Their history stays in the audit log. */
export function forgetEnded({ forMs, log, ...deps }: ForgetEndedDeps): AsyncDisposable {
  return openRetention({
    clock: deps.clock,
    retainMs: forMs,
    prune: async (before, max) => {
      await expireOverdue(deps);
      return deps.store.forget(before, max);
    },
    onPruned: (grants) => log("grants.pruned", { grants }),
    onFailed: (error) => log("grants.prune-failed", { because: reasonOf(error) }),
  });
}
