import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { ask } from "../load/ask.ts";
import { type Deed, deedOf, wellLabel } from "./soak-config.ts";

/** Counts by label and outcome. */
export type Tally = Map<string, Map<string, number>>;

/** Enough to keep the gateway busy while some wait for the slow servers of the mix. */
const closedCallers = 64;
/** A caller that leaves does so after this time. */
const leaveMs = 5;
const tickMs = 10;
/** Below the connections that the gateway accepts from one address. */
const maxOpen = 1_000;

/** Returns the requests of the mix per second, from callers that wait for each answer. */
export async function measureCapacity(url: URL, ms: number): Promise<number> {
  const until = systemClock.monotonic() + ms;
  let ended = 0;
  let number = 0;
  const caller = async (): Promise<void> => {
    while (systemClock.monotonic() < until) {
      number += 1;
      await askOnce(url, deedOf(number));
      ended += 1;
    }
  };
  await Promise.all(Array.from({ length: closedCallers }, caller));
  return (ended / ms) * 1_000;
}

export interface Holding {
  readonly url: URL;
  /** Requests per second, whatever the answers. */
  readonly rate: number;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

export interface Held {
  readonly sent: number;
  /** Requests that were due while too many were open. */
  readonly skipped: number;
}

/** Sends requests at a fixed rate until the signal aborts, and waits for the last answers. */
export async function holdRate({ url, rate, signal, tally }: Holding): Promise<Held> {
  const began = systemClock.monotonic();
  const open = new Set<Promise<void>>();
  let [sent, skipped] = [0, 0];
  while (!signal.aborted) {
    const due = Math.floor(((systemClock.monotonic() - began) / 1_000) * rate);
    for (; sent + skipped < due; ) {
      if (open.size >= maxOpen) {
        skipped += 1;
        continue;
      }
      const asking = askAndCount(url, deedOf(sent), tally).finally(() => open.delete(asking));
      open.add(asking);
      sent += 1;
    }
    await systemClock.sleep(tickMs);
  }
  await Promise.all(open);
  return { sent, skipped };
}

async function askAndCount(url: URL, deed: Deed, tally: Tally): Promise<void> {
  const outcome = await askOnce(url, deed);
  const outcomes = tally.get(deed.label) ?? new Map<string, number>();
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  tally.set(deed.label, outcomes);
}

let last = 0;

function askOnce(url: URL, { key, leaves, ...question }: Deed): Promise<string> {
  last += 1;
  const leaving = leaves ? { leaving: AbortSignal.timeout(leaveMs) } : {};
  return ask({ url, key, ...leaving }, question, last);
}

/** Returns how many healthy requests had this outcome, or any other one. */
export function wellWith(tally: Tally, fits: (outcome: string) => boolean): number {
  const outcomes = [...(tally.get(wellLabel) ?? [])];
  return outcomes.filter(([each]) => fits(each)).reduce((sum, [, count]) => sum + count, 0);
}
