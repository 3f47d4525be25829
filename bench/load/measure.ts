import { setTimeout as sleep } from "node:timers/promises";
import type { Tree } from "../processes/tree.ts";
import { type Load, openConversation, type Sender } from "./conversation.ts";

const patienceMs = 20_000;

export interface Measured {
  readonly calls: number;
  /** Count of wrong answers. If it is not zero, the run's figures mean nothing. */
  readonly wrong: number;
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly residentMb: number;
}

/** The number of calls and the time limit: a slow program is measured with fewer calls. */
export interface Amount {
  readonly calls: number;
  readonly maxMs: number;
}

/** Runs the load and returns the cost per call of the program and its children. */
export async function measure(program: Tree, load: Load, amount: Amount): Promise<Measured> {
  await using conversation = await openConversation(load);
  const cpuBefore = program.cpuUs();
  const began = performance.now();
  const { times, wrong } = await ask(conversation.senders, amount);
  const elapsedMs = performance.now() - began;
  const cpuUs = (program.cpuUs() - cpuBefore) / times.length;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    calls: times.length,
    wrong,
    cpuUs,
    perSecond: (times.length / elapsedMs) * 1000,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    residentMb: program.residentBytes() / 1024 ** 2,
  };
}

interface Answered {
  readonly times: readonly number[];
  readonly wrong: number;
}

async function ask(senders: readonly Sender[], { calls, maxMs }: Amount): Promise<Answered> {
  const times: number[] = [];
  let wrong = 0;
  let turn = 0;
  const until = performance.now() + maxMs;
  const work = async (sender: Sender): Promise<void> => {
    let began = performance.now();
    while (turn < calls && began < until) {
      turn += 1;
      const isRight = await sender(turn).catch(() => false);
      if (!isRight) wrong += 1;
      const ended = performance.now();
      times.push(ended - began);
      began = ended;
    }
  };
  await Promise.race([Promise.all(senders.map(work)), overdue(maxMs)]);
  return { times, wrong };
}

/** Rejects after a deadline, so that an unanswered question does not stall the run. */
async function overdue(maxMs: number): Promise<never> {
  await sleep(maxMs + patienceMs, undefined, { ref: false });
  throw new Error("leaves questions unanswered");
}

/** Resolves once the program gives one right answer. */
export async function answersOnce(load: Omit<Load, "inFlight">): Promise<void> {
  await using conversation = await openConversation({ ...load, inFlight: 1 });
  const isRight = await conversation.senders[0]?.(0);
  if (isRight !== true) throw new Error("gives no right answer");
}
