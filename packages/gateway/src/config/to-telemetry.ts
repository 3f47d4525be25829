import type { TelemetryFile } from "./telemetry.ts";
import { type Environment, expandVariables } from "./variables.ts";

/** Where traces are sent. */
export interface OtlpSettings {
  readonly url: URL;
  /** Whatever is in them may let one in, and is hidden like every other secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that is sent, 0 to 1. */
  readonly sample: number;
}

/** What is told about the gateway, and to whom. */
export interface TelemetrySettings {
  readonly format: "text" | "json";
  /** Whether lines about calls are printed always, or with everything else that few want to read. */
  readonly calls: "verbose" | "always";
  /** Where stacks of errors go. Never to the log. */
  readonly stacks: "none" | "file";
  /** Whether a caller's word counts that its trace is recorded, or is not. */
  readonly traceFlags: "ignore" | "follow";
  readonly metrics?: {
    readonly host: string;
    readonly port: number;
    readonly tokenSha256?: string;
  };
  readonly otlp?: OtlpSettings;
}

export function toTelemetry(file: TelemetryFile, environment: Environment): TelemetrySettings {
  const { metrics, otlp, trace_flags: traceFlags, ...same } = file;
  return {
    ...same,
    traceFlags,
    ...(metrics && { metrics: toPlace(metrics) }),
    ...(otlp && {
      otlp: {
        url: otlp.url,
        headers: expanded(otlp.headers ?? {}, environment),
        serviceName: otlp.service_name,
        sample: otlp.sample,
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
