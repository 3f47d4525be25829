import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { keepResults, type ResultsConfig } from "../governance/results/keep-results.ts";
import { forgetResults } from "../governance/results/stored-results.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { Logger } from "../telemetry/events.ts";
import type { OpenAudit } from "./open-audit.ts";

export interface KeepResultsDeps extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "results">;
  readonly stack: AsyncDisposableStack;
  readonly log: Logger["log"];
}

/** Stores results with the record of their calls, and deletes them when they expire. */
export function keepResultsOf(
  settings: ResultsConfig,
  { record, subjects }: Pick<OpenAudit, "record" | "subjects">,
  { stores, stack, clock, log }: KeepResultsDeps,
): Stages["record"] {
  const { results: store } = stores;
  // Runs even if no results are kept now: older ones still expire.
  stack.use(forgetResults({ store, forMs: settings.retainForMs, clock, log }));
  return keepResults(record, { ...settings, store, subjectOf: subjects.of, clock, log });
}
