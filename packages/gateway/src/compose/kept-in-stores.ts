import { forgetHistories } from "../governance/sequences/forget-histories.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { HistoryStore } from "../stores/history-store.ts";
import type { TasksDeps } from "../tasks/tasks.ts";
import { type KeptTasksDeps, keptTasks } from "./open-tasks.ts";

export interface KeptInStores {
  readonly tasks: Pick<TasksDeps, "store" | "findApproval" | "isOpenCall">;
  /** What principals did and read. */
  readonly histories: HistoryStore;
}

/**
 * Returns what tasks and sequences need of the stores, and removes old rows. This goes on if the
 * configuration allows none now: those of an earlier one still expire.
 */
export function keptInStores(
  stores: Pick<DurableStores, "tasks" | "approvals" | "audit" | "histories">,
  deps: KeptTasksDeps,
): KeptInStores {
  const { histories } = stores;
  const { stack, clock, log } = deps;
  stack.use(forgetHistories({ store: histories, clock, log }));
  return { tasks: keptTasks(stores, deps), histories };
}
