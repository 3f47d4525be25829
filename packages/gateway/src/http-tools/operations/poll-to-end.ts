import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type JsonValue, valueAt } from "@toolcourt/sdk";
import { classify } from "../../boundary/egress/classify.ts";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { retryAfterMs } from "../../boundary/egress/retry-after.ts";
import type { Polling } from "../drafts/draft.ts";
import { readAnswer } from "./read-answer.ts";

export interface PollDeps {
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Reads a link of an answer. Refuses one that leaves the target. */
  readonly read: (from: string, link: string) => Promise<EgressAnswer>;
  /** Ends the wait: the deadline of the call, or its cancellation. */
  readonly signal: AbortSignal;
}

/** The wait before a poll if the target names none. */
const usualWaitMs = 2_000;

/**
 * Polls an accepted operation until it has ended, and returns the answer with its result. The number
 * of polls is bounded here, their time by the signal.
 */
export async function pollToEnd(
  first: EgressAnswer,
  polling: Polling,
  { clock, read, signal }: PollDeps,
): Promise<EgressAnswer> {
  let answer = first;
  let at = required(linkIn(first, polling.header));
  // The accepted answer may have both addresses, and its successors only one.
  let final = finalHeader(first, polling);
  for (let polls = 0; polls < polling.maxPolls; polls += 1) {
    await clock.sleep(waitAfter(answer, clock.now()), signal);
    answer = await read(at.from, at.link);
    final = finalHeader(answer, polling) ?? final;
    const state = stateOf(answer, polling);
    if (state === "failed") throw failureOf(answer, clock.now());
    if (state === "done") return resultOf(answer, final, { polling, read });
    at = linkIn(answer, polling.header) ?? at;
  }
  throw new EgressFailure("timed-out");
}

interface Link {
  /** The URL of the answer that has the link. */
  readonly from: string;
  readonly link: string;
}

function linkIn({ headers, url }: EgressAnswer, header: string): Link | undefined {
  const name = header.toLowerCase();
  const link = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return link === undefined || link === "" ? undefined : { from: url, link };
}

function required<T>(link: T | undefined): T {
  if (link === undefined) throw new EgressFailure("garbled");
  return link;
}

function finalHeader(answer: EgressAnswer, { final }: Polling): Link | undefined {
  return final === undefined || final.startsWith("/") ? undefined : linkIn(answer, final);
}

/** Only the wait for this operation counts. Other headers tell about quotas. */
function waitAfter({ headers }: EgressAnswer, nowMs: number): number {
  const asked = Object.entries(headers).filter(([name]) => /^retry-after(?:-ms)?$/.test(name));
  return retryAfterMs(Object.fromEntries(asked), nowMs) ?? usualWaitMs;
}

function stateOf(answer: EgressAnswer, polling: Polling): "running" | "done" | "failed" {
  const { done = [], failed = [] } = polling;
  const word = wordOf(answer, polling.status);
  if (word === undefined) return answer.status === 202 ? "running" : "done";
  if (failed.includes(word)) return "failed";
  return done.includes(word) ? "done" : "running";
}

/** Returns the target's own word for the state, or undefined if the status code tells it. */
function wordOf(answer: EgressAnswer, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined;
  const word = valueAt(bodyOf(answer), pointer);
  if (typeof word === "string") return word;
  if (answer.status === 202) return undefined;
  throw new EgressFailure("garbled");
}

function bodyOf(answer: EgressAnswer): JsonValue {
  return readAnswer(answer, {}).body ?? null;
}

/** The status of the answer is a success and says nothing about the operation. */
function failureOf(answer: EgressAnswer, nowMs: number): EgressFailure {
  const { kind, details } = classify(answer, nowMs);
  const { status: _status, ...known } = details;
  return new EgressFailure(kind, known);
}

async function resultOf(
  answer: EgressAnswer,
  header: Link | undefined,
  { polling, read }: Pick<PollDeps, "read"> & { readonly polling: Polling },
): Promise<EgressAnswer> {
  const { final } = polling;
  if (final === undefined) return answer;
  if (!final.startsWith("/")) {
    const { from, link } = required(header);
    return read(from, link);
  }
  const link = valueAt(bodyOf(answer), final);
  return read(answer.url, required(typeof link === "string" ? link : undefined));
}
