import { cutWords, type UpstreamWords } from "@toolcourt/contracts/internal/errors/quotation";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { unreachable } from "../catalog/unreachable.ts";
import type { ServerConfig } from "../config/offering.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { serverWords } from "../upstreams/server-words.ts";
import { redactorInto } from "./open-redaction.ts";

/** Finds what a server wrote about its failure: redacted, cleaned and cut. Undefined if nothing. */
export type CleanWords = (
  error: unknown,
  server: Pick<ServerConfig, "profiles">,
) => UpstreamWords | undefined;

export function createCleanWords(redaction: Redaction): CleanWords {
  const redact = redactorInto(redaction, "log");
  return (error, { profiles }) => {
    // Servers for cloud discovery may quote customer data, so none of their text is shown.
    const said = profiles.includes("cloud-discovery") ? undefined : serverWords(error);
    if (said === undefined) return undefined;
    const { text } = withoutHiddenCharacters(redact(said.text));
    const words = cutWords({ source: said.source, text });
    return words.text === "" ? undefined : words;
  };
}

/** A failure of a server in our own words, with the server's apart. */
export interface DescribedFailure {
  readonly because: string;
  /** The next command to type. */
  readonly next: string;
  /** The server's own words. Default: it wrote none. */
  readonly wrote?: UpstreamWords;
}

export function describeFailure(
  server: Pick<ServerConfig, "name" | "address" | "profiles">,
  error: unknown,
  words?: CleanWords,
): DescribedFailure {
  const { details, next } = unreachable(server, error, words?.(error, server));
  const { because, wrote } = details;
  return { because, next, ...(wrote && { wrote }) };
}

interface UnavailableDeps {
  readonly write: LogWriter;
  /** Cleans what servers write about their failures. Default: nothing of it is shown. */
  readonly redaction?: Redaction | undefined;
  /** Set if the server was lost later. Default: it is missing at the start. */
  readonly isRunning?: true;
}

/** Logs why a server is away, with its own words. */
export function logUnavailable(
  settings: ServerConfig,
  error: unknown,
  deps: UnavailableDeps,
): void {
  const { isRunning } = deps;
  const { name: server, address: url } = settings;
  const described = describeFailure(
    settings,
    error,
    deps.redaction && createCleanWords(deps.redaction),
  );
  const why = { ...described, ...(isRunning && { isRunning }) };
  createLogger(deps.write).log("server.unavailable", { server, url, ...why });
}
