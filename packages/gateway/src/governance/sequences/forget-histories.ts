import { openRetention } from "@toolcourt/contracts/internal/kernel/retention";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type HistoryStore, historyForMs } from "../../stores/history-store.ts";
import { reasonOf } from "../../stores/store-error.ts";
import type { Logger } from "../../telemetry/events.ts";

export interface ForgetHistoriesDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<HistoryStore, "forget">;
  /** How long a history is kept after its last entry. Default: 30 days. */
  readonly retainMs?: number;
  readonly log: Logger["log"];
}

/** Periodically deletes histories, each as a whole, after the longest window of a statement. */
export function forgetHistories({
  store,
  clock,
  log,
  retainMs = historyForMs,
}: ForgetHistoriesDeps): AsyncDisposable {
  return openRetention({
    clock,
    retainMs,
    prune: store.forget,
    onPruned: (histories) => log("histories.pruned", { histories }),
    onFailed: (error) => log("histories.prune-failed", { because: reasonOf(error) }),
  });
}
