import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type JsonValue, valueAt } from "@toolcourt/sdk";
import type { AnswerMeanings } from "../../boundary/egress/answer-meanings.ts";
import { classify } from "../../boundary/egress/classify.ts";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { retryAfterMs } from "../../boundary/egress/retry-after.ts";
import type { Polling, PollWay } from "../drafts/draft.ts";
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
 * Follows an accepted operation until it has ended, and returns the answer with its result. An
 * answer that fits no way is the end. Polls are bounded here in number, and in time by the signal.
 */
export async function pollToEnd(
  first: EgressAnswer,
  polling: Polling,
  deps: PollDeps,
): Promise<EgressAnswer> {
  const start = startOf(first, polling);
  if (start === undefined) return first;
  const { clock, read, signal } = deps;
  const { way } = start;
  const ways = endOf(way, polling);
  let answer = first;
  let { at } = start;
  // The accepted answer may have both addresses, and its successors only one.
  let final = finalLink(first, way);
  for (let left = polling.maxPolls; left > 0; left -= 1) {
    await clock.sleep(waitAfter(answer, clock.now()), signal);
    answer = await read(at.from, at.link);
    final = finalHeader(answer, way) ?? final;
    if (hasEnded(answer, ways, deps)) {
      const result = resultIn(answer, final, way);
      if (result === undefined) return answer;
      const states = statesOfResource(polling);
      return readResult(result, { way, states, maxPolls: left - 1 }, deps);
    }
    at = linkIn(answer, way.header) ?? at;
  }
  throw new EgressFailure("timed-out");
}

/** Returns the ways whose states all have to end. An answer that is the result tells its own too. */
function endOf(way: PollWay, polling: Polling): readonly PollWay[] {
  const isResult = way.final === undefined && way.reread === undefined;
  return way.status === undefined && isResult ? [way, ...statesOfResource(polling)] : [way];
}

/** Returns the ways by which a resource tells its own state. */
function statesOfResource({ or = [], ...way }: Polling): readonly PollWay[] {
  return [way, ...or].filter(({ header }) => header === undefined);
}

interface Start {
  readonly way: PollWay;
  readonly at: Link;
}

/** Returns the first way that fits an answer. Undefined if the operation has ended with it. */
function startOf(first: EgressAnswer, { or = [], ...way }: Polling): Start | undefined {
  for (const each of [way, ...or]) {
    const at = each.header === undefined ? openResource(first, each) : openLink(first, each);
    if (at !== undefined) return { way: each, at };
  }
  // Without an address, nothing tells how the operation ends.
  if (first.status === 202) throw new EgressFailure("garbled");
  return undefined;
}

/** Without a declared state the header means an operation only in a 202: a 201 names what it made. */
function openLink(first: EgressAnswer, { header, status }: PollWay): Link | undefined {
  return first.status === 202 || status !== undefined ? linkIn(first, header) : undefined;
}

/** Returns the address of the resource if its own state is on the way. */
function openResource(first: EgressAnswer, way: PollWay): Link | undefined {
  return stateOf(first, way) === "done" ? undefined : resourceOf(first);
}

function resourceOf({ url }: EgressAnswer): Link {
  return { from: url, link: url };
}

interface Resulting {
  readonly way: PollWay;
  /** The ways by which the result may tell its own state. */
  readonly states: readonly PollWay[];
  /** The polls left. */
  readonly maxPolls: number;
}

/** Reads the result. While it is not ready, each further read is one of the polls left. */
async function readResult(
  result: Link,
  { way, states, maxPolls }: Resulting,
  deps: PollDeps,
): Promise<EgressAnswer> {
  const { clock, read, signal } = deps;
  const ways = [byStatus, ...states];
  let at = result;
  let answer = await read(at.from, at.link);
  for (let polls = 0; !hasEnded(answer, ways, deps); polls += 1) {
    if (polls >= maxPolls) throw new EgressFailure("timed-out");
    at = finalHeader(answer, way) ?? at;
    await clock.sleep(waitAfter(answer, clock.now()), signal);
    answer = await read(at.from, at.link);
  }
  return answer;
}

/** A result that is not there yet answers 202. */
const byStatus: PollWay = {};

interface Link {
  /** The URL of the answer that has the link. */
  readonly from: string;
  readonly link: string;
}

function linkIn({ headers, url }: EgressAnswer, header = ""): Link | undefined {
  const name = header.toLowerCase();
  const link = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return link === undefined || link === "" ? undefined : { from: url, link };
}

function required<T>(link: T | undefined): T {
  if (link === undefined) throw new EgressFailure("garbled");
  return link;
}

/** Returns the address of the result, as far as the accepted answer has it. */
function finalLink(first: EgressAnswer, way: PollWay): Link | undefined {
  return way.reread === undefined ? finalHeader(first, way) : resourceOf(first);
}

function finalHeader(answer: EgressAnswer, { final = "/" }: PollWay): Link | undefined {
  return final.startsWith("/") ? undefined : linkIn(answer, final);
}

/** Only the wait for this operation counts. Other headers tell about quotas. */
function waitAfter({ headers }: EgressAnswer, nowMs: number): number {
  const asked = Object.entries(headers).filter(([name]) => /^retry-after(?:-ms)?$/.test(name));
  return retryAfterMs(Object.fromEntries(asked), nowMs) ?? usualWaitMs;
}

/** Returns whether an answer has ended by all these ways. Throws if it is a failure by one. */
function hasEnded(
  answer: EgressAnswer,
  ways: readonly PollWay[],
  { clock, answers }: PollDeps,
): boolean {
  const states = ways.map((way) => stateOf(answer, way));
  if (states.includes("failed")) throw classified(classify(answer, clock.now(), answers));
  return !states.includes("running");
}

function stateOf(answer: EgressAnswer, way: PollWay): "running" | "done" | "failed" {
  const { done = [], failed = [] } = way;
  const word = wordOf(answer, way);
  if (word === undefined) return answer.status === 202 ? "running" : "done";
  if (isAmong(failed, word)) return "failed";
  return isAmong(done, word) ? "done" : "running";
}

/** Services of one provider write the same state in different case. */
function isAmong(states: readonly string[], word: string): boolean {
  return states.some((state) => state.toLowerCase() === word.toLowerCase());
}

/** Returns the target's own word for the state, or undefined if the status code tells it. */
function wordOf(answer: EgressAnswer, { status, header }: PollWay): string | undefined {
  if (status === undefined) return undefined;
  const word = valueAt(bodyOf(answer), status);
  if (typeof word === "string") return word;
  // A resource may lose its state when it has ended. An address of a state always has one.
  if (answer.status === 202 || header === undefined) return undefined;
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

/**
 * Returns the address of the result, from a known link or from the body of the last state. Undefined
 * if the last state is the result, as it is for a target that sent no header with the address.
 */
function resultIn(
  answer: EgressAnswer,
  known: Link | undefined,
  { final, reread }: PollWay,
): Link | undefined {
  if (final === undefined) return reread && known;
  if (!final.startsWith("/")) return known;
  const link = valueAt(bodyOf(answer), final);
  return { from: answer.url, link: required(typeof link === "string" ? link : undefined) };
}
