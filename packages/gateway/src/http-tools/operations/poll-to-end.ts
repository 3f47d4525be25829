import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type JsonValue, valueAt } from "@toolcourt/sdk";
import type { AnswerMeanings } from "../../boundary/egress/answer-meanings.ts";
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
  /** What the tool file declares about answers. Default: nothing. */
  readonly answers?: AnswerMeanings | undefined;
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
  { clock, read, signal, answers }: PollDeps,
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
    if (state === "failed") throw classified(classify(answer, clock.now(), answers));
    if (state === "done") {
      if (polling.final === undefined) return answer;
      const result = resultIn(answer, final, polling.final);
      const maxPolls = polling.maxPolls - polls - 1;
      return readResult(result, { ...polling, maxPolls }, { clock, read, signal });
    }
    at = linkIn(answer, polling.header) ?? at;
  }
  throw new EgressFailure("timed-out");
}

/** Reads the result. While its address answers 202, each further read is one of the polls left. */
async function readResult(
  result: Link,
  polling: Polling,
  { clock, read, signal }: Pick<PollDeps, "clock" | "read" | "signal">,
): Promise<EgressAnswer> {
  let at = result;
  let answer = await read(at.from, at.link);
  for (let polls = 0; answer.status === 202; polls += 1) {
    if (polls >= polling.maxPolls) throw new EgressFailure("timed-out");
    at = finalHeader(answer, polling) ?? at;
    await clock.sleep(waitAfter(answer, clock.now()), signal);
    answer = await read(at.from, at.link);
  }
  return answer;
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
function classified({ kind, details }: EgressFailure): EgressFailure {
  const { status: _status, ...known } = details;
  return new EgressFailure(kind, known);
}

/** Returns the address of the result, from a header or from the body of the last state. */
function resultIn(answer: EgressAnswer, header: Link | undefined, final: string): Link {
  if (!final.startsWith("/")) return required(header);
  const link = valueAt(bodyOf(answer), final);
  return { from: answer.url, link: required(typeof link === "string" ? link : undefined) };
}
