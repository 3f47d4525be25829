import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { problem } from "./entries.ts";
import {
  anyText,
  between,
  choice,
  fullText,
  hashOf,
  keysAndValues,
  listenHost,
  port,
  webAddress,
} from "./pieces.ts";
import { type Environment, expandedValues, expandVariables } from "./variables.ts";

// Settings of logs, metrics and traces.

const metricsSchema = z.strictObject(
  {
    host: listenHost,
    port: port.default(9464),
    token_sha256: z.exactOptional(hashOf("token")),
  },
  keysAndValues,
);

const otlpSchema = z.strictObject(
  {
    url: webAddress,
    headers: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
    service_name: fullText.default("toolcourt"),
    sample_ratio: between("a share", 0, 1).default(1),
  },
  keysAndValues,
);

export const telemetrySchema = z.strictObject(
  {
    format: choice(["text", "json"]).default("text"),
    calls: choice(["off", "debug", "info", "warning"]).default("info"),
    stack_traces: choice(["none", "file"]).default("none"),
    trace_flags: choice(["ignore", "follow"]).default("ignore"),
    metrics: z.exactOptional(metricsSchema),
    otlp: z.exactOptional(otlpSchema),
  },
  keysAndValues,
);

type TelemetryFile = z.output<typeof telemetrySchema>;

/** The trace receiver. */
export interface OtlpConfig {
  readonly url: URL;
  /** May contain credentials, so all values are redacted like secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Sampling ratio of traces, 0 to 1. */
  readonly sampleRatio: number;
}

/** Settings of logs, metrics and traces. */
export interface TelemetryConfig {
  readonly format: "text" | "json";
  /** Level of the lines about the start and the end of calls. */
  readonly calls: "off" | "debug" | "info" | "warning";
  /** Destination of error stacks. Never the log. */
  readonly stackTraces: "none" | "file";
  /** Whether the sampling flag of a caller's trace is followed. */
  readonly traceFlags: "ignore" | "follow";
  readonly metrics?: MetricsConfig | undefined;
  readonly otlp?: OtlpConfig | undefined;
}

interface MetricsConfig {
  readonly host: string;
  readonly port: number;
  readonly tokenSha256?: string | undefined;
}

export function toTelemetry(file: TelemetryFile, environment: Environment): TelemetryConfig {
  const {
    metrics: page,
    otlp: receiver,
    trace_flags: traceFlags,
    stack_traces: stackTraces,
    ...same
  } = file;
  return {
    ...same,
    traceFlags,
    stackTraces,
    metrics: page && { host: page.host, port: page.port, tokenSha256: page.token_sha256 },
    otlp: receiver && {
      url: receiver.url,
      headers: headerValues(receiver.headers ?? {}, environment),
      serviceName: receiver.service_name,
      sampleRatio: receiver.sample_ratio,
    },
  };
}

/** Returns headers with their variables expanded, by lower-case name. */
export function headerValues(
  headers: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  const expanded = Object.entries(expandedValues(headers, environment));
  return Object.fromEntries(expanded.map(([name, value]) => [name.toLowerCase(), value]));
}

/** Checks the relations between the telemetry keys. */
export function* telemetryProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const telemetry = own(file, "telemetry");
  if (!isJsonObject(telemetry)) return;
  const [metrics, otlp] = [own(telemetry, "metrics"), own(telemetry, "otlp")];
  if (isJsonObject(metrics)) yield* metricsProblems(metrics);
  if (isJsonObject(otlp)) yield* otlpProblems(otlp, environment);
}

/**
 * Restricts metrics to loopback without a token, since any client that can connect may read them.
 */
function* metricsProblems(metrics: JsonObject): Generator<Problem> {
  const [host, token] = [own(metrics, "host"), own(metrics, "token_sha256")];
  if (typeof host === "string" && !isLoopback(host) && token === undefined) {
    const message = "Listen on 127.0.0.1, ::1 or localhost, or require a token (`token_sha256`).";
    yield problem(["telemetry", "metrics", "host"], message);
  }
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

function* otlpProblems(otlp: JsonObject, environment: Environment): Generator<Problem> {
  const [url, headers] = [own(otlp, "url"), own(otlp, "headers")];
  if (typeof url === "string" && namesUser(url)) {
    const message = "Leave out user and password; use `headers`.";
    yield problem(["telemetry", "otlp", "url"], message);
  }
  if (!isJsonObject(headers)) return;
  for (const [name, text] of Object.entries(headers)) {
    const found = headerProblem(name, text, environment);
    if (found) yield problem(["telemetry", "otlp", "headers", name], found.message, found.of);
  }
}

/** Returns what is wrong with a header, and whether its name or its value is. */
export function headerProblem(
  name: string,
  text: unknown,
  environment: Environment,
): { readonly message: string; readonly of: "key" | "value" } | undefined {
  if (!headerName.test(name)) return { message: "This cannot be the name of a header.", of: "key" };
  const message = typeof text === "string" ? whatIsWrong(text, environment) : undefined;
  return message === undefined ? undefined : { message, of: "value" };
}

function whatIsWrong(text: string, environment: Environment): string | undefined {
  const expansion = expandVariables(text, environment);
  if (expansion.kind === "refused") return expansion.problem;
  return /[^\t -~]/.test(expansion.text) ? "A header is one line of ASCII characters." : undefined;
}

function namesUser(url: string): boolean {
  const address = URL.parse(url);
  return address !== null && `${address.username}${address.password}` !== "";
}
