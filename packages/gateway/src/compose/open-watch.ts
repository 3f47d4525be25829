import { type Redaction, storedTextRules } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import type { OtlpConfig } from "../config/telemetry.ts";
import type { CallLogDeps } from "../pipeline/call-log.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import { type Level, levels } from "../telemetry/events.ts";
import { createLogger, type LogWriter, suggesting } from "../telemetry/logger.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import type { Tracing } from "../telemetry/tracing/tracing.ts";
import { createJsonWriter, createTextWriter } from "../telemetry/writers.ts";
import { LogLines } from "./log-lines.ts";
import { within } from "./open-durable-stores.ts";
import type { LiveCalls } from "./open-live-calls.ts";
import { openStacks } from "./open-stacks.ts";
import { openTraces, type TracesDeps } from "./open-traces.ts";

export interface WatchDeps extends Omit<TracesDeps, "log" | "servers" | "countSpans"> {
  /** Writes a log line. */
  readonly print: (line: string) => void;
  /** Writes several log lines at once. Default: one by one. */
  readonly printAll?: ((lines: readonly string[]) => void) | undefined;
  /** Minimum log level. */
  readonly minLevel: Level;
  /** Whether a person sees the lines on a terminal as they come. Default: no. */
  readonly isWatched?: boolean | undefined;
  /** Whether the outcome of every call is shown elsewhere, so that no warning repeats it. Default: no. */
  readonly showsOutcomes?: boolean | undefined;
  /** Returns a command as the reader of the log must type it. Default: as it is. */
  readonly suggest?: ((command: string) => string) | undefined;
  readonly redaction: Redaction;
  /** Base of relative paths. */
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
}

/** Logs, metrics and traces of a gateway. */
export interface OpenWatch {
  readonly write: LogWriter;
  readonly metrics?: Metrics;
  readonly callLines: Pick<
    CallLogDeps,
    "isRead" | "isWarning" | "isDetailed" | "isNaming" | "keepStack"
  >;
  readonly traces: Traces;
  /** What the console shows of calls. Default: it is off. */
  readonly live?: LiveCalls | undefined;
}

const stacksFile = ".toolcourt/stacks.jsonl";

/** Opens the configured telemetry. The stack closes it. */
export async function openWatch(
  { telemetry, toolbox }: Config,
  deps: WatchDeps,
): Promise<OpenWatch> {
  const metrics = telemetry.metrics && new Metrics();
  const { suggest = (command) => command } = deps;
  const write = countedBy(metrics, suggesting(createWriter(telemetry, deps), suggest));
  const keepStack = telemetry.stackTraces === "none" ? undefined : await keptStacks(deps);
  const { otlp, traceFlags: flags } = telemetry;
  const opening = {
    ...deps,
    log: createLogger(write).log,
    servers: toolbox.servers,
    countSpans: metrics?.spansEnded,
  };
  return {
    write,
    ...(metrics && { metrics }),
    callLines: {
      ...readCalls(telemetry, deps),
      isDetailed: isDetailed(deps),
      isNaming: telemetry.format === "json",
      keepStack,
    },
    traces:
      otlp === undefined ? { flags } : { flags, tracing: await recorded(otlp, flags, opening) },
  };
}

function countedBy(metrics: Metrics | undefined, write: LogWriter): LogWriter {
  return metrics?.events.around(write) ?? write;
}

function readCalls(
  { format, calls }: Config["telemetry"],
  deps: Pick<WatchDeps, "minLevel" | "isWatched" | "showsOutcomes">,
): Pick<CallLogDeps, "isRead" | "isWarning"> {
  const level = callLevelOf({ format, calls }, deps);
  const isPrinted = (each: Level): boolean => levels.indexOf(each) >= levels.indexOf(deps.minLevel);
  return {
    isRead: level !== undefined && isPrinted(level),
    isWarning: level !== undefined && isPrinted("warning") && deps.showsOutcomes !== true,
  };
}

/**
 * Returns the level of the lines about calls, or undefined if there are none. A person at a
 * terminal sees calls that answered only with `--verbose`.
 */
function callLevelOf(
  { format, calls }: Pick<Config["telemetry"], "format" | "calls">,
  { isWatched }: Pick<WatchDeps, "isWatched">,
): Level | undefined {
  if (calls === "off") return undefined;
  return isWatched === true && format === "text" && calls === "info" ? "debug" : calls;
}

/** Digests are for those who look closely: they cost a hash of every result. */
function isDetailed({ minLevel }: Pick<WatchDeps, "minLevel">): boolean {
  return minLevel === "debug";
}

/** Redacts the credentials of the trace receiver like all other secrets. */
async function recorded(
  otlp: OtlpConfig,
  flags: Traces["flags"],
  opening: WatchDeps & TracesDeps,
): Promise<Tracing> {
  const { redaction, stack } = opening;
  for (const value of Object.values(otlp.headers).flatMap(secretsIn)) {
    redaction.registry.holdValue(value);
  }
  return stack.use(await openTraces(otlp, flags, opening));
}

async function keptStacks({
  redaction,
  folder,
  clock,
  stack,
}: WatchDeps): Promise<CallLogDeps["keepStack"]> {
  const redactText = redaction.into("log", storedTextRules);
  const redact = (text: string): string => redactText(text).text;
  const path = within(folder, stacksFile);
  return stack.use(await openStacks({ path, clock, redact })).keepStack;
}

/** Returns a header value and, after a scheme such as `Bearer`, the bare credential. */
function secretsIn(header: string): readonly string[] {
  const behind = /^\w+ +(\S+)$/.exec(header)?.[1];
  return behind === undefined ? [header] : [header, behind];
}

type WritingDeps = Pick<WatchDeps, "print" | "minLevel" | "redaction" | "clock">;

/** Creates the configured writer of log lines. It redacts them. */
export function createWriter(
  { format, calls }: Pick<Config["telemetry"], "format" | "calls">,
  deps: WritingDeps & Partial<Pick<WatchDeps, "printAll" | "stack" | "isWatched">>,
): LogWriter {
  const { minLevel, clock, stack } = deps;
  const lines = new LogLines({ ...deps, isDetailed: isDetailed(deps) });
  stack?.use(lines);
  const callLevel = callLevelOf({ format, calls }, deps);
  const options = { print: lines.print, minLevel, callLevel };
  const timed = { ...options, clock: { ...clock, now: lines.now } };
  return lines.around(format === "json" ? createJsonWriter(timed) : createTextWriter(options));
}
