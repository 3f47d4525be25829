import { type JsonObject, own } from "@toolcourt/sdk";
import { type Clean, cleanValue } from "../boundary/cleaning/clean-value.ts";
import { jsonSizeOf } from "../boundary/cleaning/json-size.ts";
import {
  type Asking,
  askingOf,
  askings,
  type CallerChannel,
  type LogMessage,
  type Progress,
} from "../upstreams/upstream.ts";
import { checkInputRequest } from "./input-request.ts";

export interface ChannelTerms {
  readonly allowedRequests: readonly Asking[];
  readonly clean: Clean;
  /** Receives every question and its outcome. Default: off. */
  readonly onAsked?: (asked: AskedCaller) => void;
}

/** A question of a server to the caller. Its words and the answer are not recorded. */
export interface AskedCaller {
  readonly method: string;
  /** `declined` by us in the caller's name, because no caller is asked that. */
  readonly outcome: "answered" | "failed" | "refused" | "declined";
}

type Ask = NonNullable<CallerChannel["ask"]>;
type TellLog = NonNullable<CallerChannel["log"]>["onMessage"];

const maxMessageLength = 1_000;
/** Limits questions: a person asked again and again gives in eventually. */
const maxQuestions = 20;
const largestLine = { byteBound: 262_144, depth: 50 };

/**
 * Restricts a server's access to the caller. It may ask only permitted and proper questions.
 * Progress and log messages are untrusted data that no stage checks, so they are cleaned here.
 */
export function guardChannel(channel: CallerChannel, terms: ChannelTerms): CallerChannel {
  const { ask, onProgress, log } = channel;
  const capabilities = askableOf(channel.capabilities, terms.allowedRequests);
  return {
    capabilities,
    ...(ask && { ask: guardedAsk(ask, capabilities, terms) }),
    ...(terms.onAsked && { onRefused: refusedTo(terms.onAsked) }),
    ...(onProgress && { onProgress: (at) => onProgress(cleanedProgress(at, terms.clean)) }),
    ...(log && { log: { level: log.level, onMessage: guardedLog(log.onMessage, terms.clean) } }),
  };
}

/** Returns the capabilities shown to the server: only those it may use. Extensions cannot ask. */
function askableOf(capabilities: JsonObject, allowedRequests: readonly Asking[]): JsonObject {
  if (Object.keys(capabilities).length === 0) return capabilities;
  const extensions = own(capabilities, "extensions");
  const known = askings.flatMap((asking) => {
    const declared = allowedRequests.includes(asking) ? own(capabilities, asking) : undefined;
    return declared === undefined ? [] : [[asking, declared] as const];
  });
  const askable = Object.fromEntries(known);
  return extensions === undefined ? askable : { ...askable, extensions };
}

function guardedAsk(ask: Ask, capabilities: JsonObject, terms: ChannelTerms): Ask {
  let left = maxQuestions;
  return async (request, signal) => {
    const verdict = checkInputRequest({ ...request }, { ...terms, capabilities });
    const ended = (outcome: AskedCaller["outcome"]): void =>
      terms.onAsked?.({ method: methodOf(request.method), outcome });
    if (verdict.kind === "passed" && left > 0) {
      left -= 1;
      const answer = ask(verdict.request, signal);
      answer.then(
        () => ended("answered"),
        () => ended("failed"),
      );
      return answer;
    }
    const isImproper = verdict.kind === "unaskable" && isNobodysToAsk.has(verdict.because);
    // The server gets a decline, as if from the caller: it need not know who refused a request for
    // a secret.
    ended(isImproper ? "declined" : "refused");
    if (isImproper) return { action: "decline" };
    throw new Error("The caller is not asked that.");
  };
}

function refusedTo(onAsked: NonNullable<ChannelTerms["onAsked"]>): (method: string) => void {
  return (method) => onAsked({ method: methodOf(method), outcome: "refused" });
}

/** Returns a method of the protocol. Any other is the server's own text. */
function methodOf(method: string): string {
  return askingOf(method) === undefined ? "unknown" : method;
}

const isNobodysToAsk: ReadonlySet<string> = new Set(["secret", "address"]);

function cleanedProgress({ message, ...progress }: Progress, clean: Clean): Progress {
  if (message === undefined) return progress;
  return { ...progress, message: clean(message).slice(0, maxMessageLength) };
}

function guardedLog(notify: TellLog, clean: Clean): TellLog {
  return ({ level, logger, data }: LogMessage) => {
    const { byteBound, depth } = jsonSizeOf(data);
    if (byteBound > largestLine.byteBound || depth > largestLine.depth) return;
    const name = logger === undefined ? {} : { logger: clean(logger).slice(0, maxMessageLength) };
    notify({ level, ...name, data: cleanValue(data, clean) });
  };
}
