import { type Redaction, storedTextRules } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import type { OtlpConfig } from "../config/telemetry.ts";
import type { CallLogDeps } from "../pipeline/call-log.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { Level } from "../telemetry/events.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import type { Tracing } from "../telemetry/tracing/tracing.ts";
import { createJsonWriter, createTextWriter } from "../telemetry/writers.ts";
import { within } from "./open-durable-stores.ts";
import { openStacks } from "./open-stacks.ts";
import { openTraces, type TracesDeps } from "./open-traces.ts";

export interface WatchDeps extends Omit<TracesDeps, "log" | "servers" | "countSpans"> {
  /** Writes a log line. */
  readonly print: (line: string) => void;
  /** Minimum log level. */
  readonly minLevel: Level;
  readonly redaction: Redaction;
  /** Base of relative paths. */
  readonly folder: string;
  readonly stack: AsyncDisposableStack;
}

/** Logs, metrics and traces of a gateway. */
export interface OpenWatch {
  readonly write: LogWriter;
  readonly metrics?: Metrics;
  readonly callLines: Pick<CallLogDeps, "isRead" | "keepStack">;
  readonly traces: Traces;
}

const stacksFile = ".toolcourt/stacks.jsonl";

/** Opens the configured telemetry. The stack closes it. */
export async function openWatch(
  { telemetry, toolbox }: Config,
  deps: WatchDeps,
): Promise<OpenWatch> {
  const metrics = telemetry.metrics && new Metrics();
  const write = writing(telemetry, deps, metrics);
  const keepStack = telemetry.stackTraces === "none" ? undefined : await keptStacks(deps);
  const isRead = deps.minLevel === "debug" || telemetry.calls === "always";
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
    callLines: { isRead, keepStack },
    traces:
      otlp === undefined ? { flags } : { flags, tracing: await recorded(otlp, flags, opening) },
  };
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

function writing(
  { format, calls }: Config["telemetry"],
  { print, minLevel, redaction, clock }: WatchDeps,
  metrics: Metrics | undefined,
): LogWriter {
  const redactLine = redaction.into("log", storedTextRules);
  const options = {
    print: (line: string) => print(redactLine(line).text),
    minLevel,
    always: calls === "always" ? "call." : undefined,
  };
  const write =
    format === "json" ? createJsonWriter({ ...options, clock }) : createTextWriter(options);
  return metrics?.events.around(write) ?? write;
}
