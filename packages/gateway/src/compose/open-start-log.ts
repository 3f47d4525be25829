import { Redaction } from "../boundary/redaction/redaction.ts";
import type { Config } from "../config/config.ts";
import { loadConfig, logFormatIn } from "../config/load.ts";
import type { FieldsOf } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import { type FoundConfig, findConfig } from "./find-config.ts";
import { openRedaction } from "./open-redaction.ts";
import { createWriter } from "./open-watch.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { readSecrets } from "./read-secrets.ts";

/** The log of a start that failed. */
export interface StartLog {
  readonly format: Config["telemetry"]["format"];
  readonly failed: (failure: FieldsOf<"start.failed">) => void;
}

/**
 * Opens the log for the failure of a start. Reads the configuration again: the start may have failed
 * before its log was open. The configuration may be invalid.
 */
export async function openStartLog(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<StartLog> {
  const { environment, clock, terminal } = runtime;
  const found = await findConfig(file, runtime).catch(() => nothing(environment));
  // Without their secrets, the lines about servers could show them.
  const whole = await readSecrets(found, file, runtime).catch(() => found);
  const format = logFormatIn(found.text, found.source);
  const write = createWriter(
    { format, calls: "off" },
    { clock, minLevel: "error", print: terminal.err, redaction: redactionFor(whole) },
  );
  const { log } = createLogger(write);
  return { format, failed: (failure) => log("start.failed", failure) };
}

/** An unreadable file says nothing, but the environment may. */
function nothing(environment: ProcessRuntime["environment"]): FoundConfig {
  return { text: "{}", source: { environment } };
}

/** Without a valid configuration its secrets are unknown. Likely ones are still found. */
function redactionFor({ text, source }: FoundConfig): Redaction {
  try {
    return openRedaction(loadConfig(text, source));
  } catch {
    return new Redaction();
  }
}
