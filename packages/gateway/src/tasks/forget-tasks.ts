import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { reasonOf } from "../stores/store-error.ts";
import type { TaskStore } from "../stores/task-store.ts";
import type { Logger } from "../telemetry/events.ts";

interface ForgetTasksDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<TaskStore, "forget">;
  readonly log: Logger["log"];
}

/** Counted from the expiry, from which on its id looks unknown. */
const forMs = 60 * 60_000;

/** Periodically deletes ended tasks, with their arguments and results. */
export function forgetTasks({ store, clock, log }: ForgetTasksDeps): AsyncDisposable {
  return openRetention({
    clock,
    retainMs: forMs,
    prune: store.forget,
    onPruned: (tasks) => log("tasks.pruned", { tasks }),
    onFailed: (error) => log("tasks.prune-failed", { because: reasonOf(error) }),
  });
}
