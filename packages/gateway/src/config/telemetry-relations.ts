import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { isLoopback } from "../kernel/loopback.ts";
import { problem } from "./entries.ts";
import type { Problem } from "./problems.ts";

/** What holds between the keys that say what is told about the gateway. */
export function* telemetryProblems(file: JsonObject): Generator<Problem> {
  const telemetry = own(file, "telemetry");
  if (!isJsonObject(telemetry)) return;
  const metrics = own(telemetry, "metrics");
  if (isJsonObject(metrics)) yield* metricsProblems(metrics);
}

/** Whoever can connect may read, so without a token only this machine may connect. */
function* metricsProblems(metrics: JsonObject): Generator<Problem> {
  const [host, token] = [own(metrics, "host"), own(metrics, "token_sha256")];
  if (typeof host === "string" && !isLoopback(host) && token === undefined) {
    const message = "Listen on 127.0.0.1, ::1 or localhost, or ask for a token (`token_sha256`).";
    yield problem(["telemetry", "metrics", "host"], "value", message);
  }
}
