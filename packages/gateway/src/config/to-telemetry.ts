import type { TelemetryFile } from "./telemetry.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** The trace receiver. */
export interface OtlpSettings {
  readonly url: URL;
  /** May contain credentials, so all values are redacted like secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Sampling ratio of traces, 0 to 1. */
  readonly sampleRatio: number;
}

/** Settings of logs, metrics and traces. */
export interface TelemetrySettings {
  readonly format: "text" | "json";
  /** Whether call lines are always logged, or only at the verbose level. */
  readonly calls: "verbose" | "always";
  /** Destination of error stacks. Never the log. */
  readonly stackTraces: "none" | "file";
  /** Whether the sampling flag of a caller's trace is followed. */
  readonly traceFlags: "ignore" | "follow";
  readonly metrics?: {
    readonly host: string;
    readonly port: number;
    readonly tokenSha256?: string;
  };
  readonly otlp?: OtlpSettings;
}

export function toTelemetry(file: TelemetryFile, environment: Environment): TelemetrySettings {
  const { metrics, otlp, trace_flags: traceFlags, stack_traces: stackTraces, ...same } = file;
  return {
    ...same,
    traceFlags,
    stackTraces,
    ...(metrics && { metrics: toPlace(metrics) }),
    ...(otlp && {
      otlp: {
        url: otlp.url,
        headers: expanded(otlp.headers ?? {}, environment),
        serviceName: otlp.service_name,
        sampleRatio: otlp.sample_ratio,
      },
    }),
  };
}

function toPlace({
  host,
  port,
  token_sha256: tokenSha256,
}: NonNullable<TelemetryFile["metrics"]>): NonNullable<TelemetrySettings["metrics"]> {
  return { host, port, ...(tokenSha256 !== undefined && { tokenSha256 }) };
}

function expanded(
  headers: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, text]) => {
    const expansion = expandVariables(text, environment);
    if (expansion.kind === "refused") throw new TypeError("an unknown variable was let through");
    return [name.toLowerCase(), expansion.text] as const;
  });
  return Object.fromEntries(pairs);
}
