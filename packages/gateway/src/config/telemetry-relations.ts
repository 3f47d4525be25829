import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { problem } from "./entries.ts";
import { type Environment, expandVariables } from "./variables.ts";

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
    const message = "Listen on 127.0.0.1, ::1 or localhost, or ask for a token (`token_sha256`).";
    yield problem(["telemetry", "metrics", "host"], "value", message);
  }
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

function* otlpProblems(otlp: JsonObject, environment: Environment): Generator<Problem> {
  const [url, headers] = [own(otlp, "url"), own(otlp, "headers")];
  if (typeof url === "string" && namesUser(url)) {
    const message = "Leave out user and password; `headers` can say who sends.";
    yield problem(["telemetry", "otlp", "url"], "value", message);
  }
  if (!isJsonObject(headers)) return;
  for (const [name, text] of Object.entries(headers)) {
    const at = ["telemetry", "otlp", "headers", name];
    if (!headerName.test(name)) yield problem(at, "key", "This cannot be the name of a header.");
    const wrong = typeof text === "string" ? whatIsWrong(text, environment) : undefined;
    if (wrong !== undefined) yield problem(at, "value", wrong);
  }
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
