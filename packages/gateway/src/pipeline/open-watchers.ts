import { logCalls, warnOfDeprecated } from "./call-log.ts";
import { countCalls } from "./count-calls.ts";
import type { PipelineDeps } from "./open-pipeline.ts";
import { CallWatchers } from "./watch-calls.ts";

export type WatchersDeps = Pick<
  PipelineDeps,
  "metrics" | "log" | "callLines" | "callWatcher" | "clock" | "traces"
>;

const noLines = { isRead: false };

/** Opens the metrics and the log of calls. */
export function openWatchers(options: WatchersDeps): CallWatchers {
  const { metrics, log, callLines = noLines, callWatcher, clock, traces } = options;
  const isTraced = traces?.tracing !== undefined;
  const watchers = [
    ...(metrics === undefined ? [] : [countCalls(metrics.calls, { clock, isTraced })]),
    ...(log === undefined ? [] : [logCalls({ ...callLines, log }), warnOfDeprecated(log)]),
    ...(callWatcher === undefined ? [] : [callWatcher]),
  ];
  return new CallWatchers(watchers, clock);
}
