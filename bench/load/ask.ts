import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "./conversation.ts";

const patienceMs = 60_000;

/**
 * Asks the questions `first` to `first + count - 1` and returns how long each took, in ms. Asks no
 * more after a wrong answer, and rejects with it once all pending questions are answered: figures of
 * such a run mean nothing.
 */
export async function ask(
  senders: readonly Sender[],
  first: number,
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  let next = first;
  const work = async (sender: Sender): Promise<void> => {
    while (next < first + count) {
      const turn = next;
      next += 1;
      const began = performance.now();
      try {
        await sender(turn);
      } catch (error) {
        next = first + count;
        throw error;
      }
      times.push(performance.now() - began);
    }
  };
  const allAnswered = async (): Promise<void> => {
    const ended = await Promise.allSettled(senders.map(work));
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  };
  const patience = new AbortController();
  try {
    await Promise.race([allAnswered(), overdue(patience.signal)]);
  } finally {
    patience.abort();
  }
  return times;
}

/** Rejects after a deadline, so that an unanswered question does not stall the run. */
async function overdue(signal: AbortSignal): Promise<never> {
  await sleep(patienceMs, undefined, { signal });
  throw new Error(`leaves calls unanswered for ${patienceMs / 1_000} s`);
}
