import type { Clock } from "../foundation/kernel/clock.ts";
import type { Logger } from "../foundation/telemetry/events.ts";
import { forgetResults } from "../governance/results/forget-results.ts";
import { keepResults } from "../governance/results/keep-results.ts";
import type { ResultSettings } from "../governance/results/result-settings.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { OpenAudit } from "./open-audit.ts";

export interface ResultsPlace {
  readonly stores: Pick<DurableStores, "results">;
  readonly stack: AsyncDisposableStack;
  readonly clock: Clock;
  readonly log: Logger["log"];
}

/** Has results kept as they leave, with the record of their calls, and removed when they are old. */
export function keepResultsOf(
  settings: ResultSettings,
  { record, subjects }: Pick<OpenAudit, "record" | "subjects">,
  { stores, stack, clock, log }: ResultsPlace,
): Stages["record"] {
  const { results: store } = stores;
  // Also where nothing is kept any more: what was kept before still becomes old.
  stack.use(forgetResults({ store, forMs: settings.forMs, clock, log }));
  return keepResults(record, { ...settings, store, subjectOf: subjects.of, clock, log });
}
