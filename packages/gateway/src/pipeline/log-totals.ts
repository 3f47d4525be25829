import type { Logger } from "../telemetry/events.ts";
import { type ClauseCounters, totalsOf } from "./clause-counters.ts";
import type { PipelineDeps } from "./open-pipeline.ts";

type Telling = Pick<PipelineDeps, "current" | "clausesOf"> & { readonly log: Logger["log"] };

/** Logs how often each tool broke a clause. */
export function logTotals(counters: ClauseCounters, { current, clausesOf, log }: Telling): void {
  const { tools } = current();
  const totals = totalsOf(counters.counts(), ({ tool, clause }) => {
    const registered = tools.get(tool);
    return registered === undefined ? "off" : clausesOf(registered)[clause];
  });
  for (const total of totals) log("clause.counted", total);
}
