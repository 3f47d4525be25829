import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Slots, Wanted } from "./slots.ts";

/** Poll interval. Other replicas do not announce freed slots. */
const askAgainMs = 25;

export interface QueueOptions extends Pick<Runtime, "clock"> {
  readonly deadlines: Deadlines;
  /** Maximum queue length. */
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
}

/** Calls waiting for a slot, first in, first out. */
export interface Queue<Held> {
  /** Refuses if the queue is full, on timeout, or when the caller cancels. */
  readonly wait: (wanted: Wanted, signal: AbortSignal) => Promise<Held>;
  /** Frees a slot and gives it to the first call that can use it. */
  readonly leave: (held: Held) => void;
}

interface Waiter<Held> {
  readonly wanted: Wanted;
  readonly admit: (held: Held) => void;
}

const defaultWaitMs = 5_000;

interface SeekingOptions<Held> extends Pick<Runtime, "clock"> {
  readonly isWaitedFor: (wanted: Wanted) => boolean;
  readonly found: (wanted: Wanted, held: Held) => void;
}

export function createQueue<Held>(slots: Slots<Held>, options: QueueOptions): Queue<Held> {
  const { clock, maxQueued = 1_000, maxWaitMs = defaultWaitMs } = options;
  const queue = new Set<Waiter<Held>>();

  const admit = (waiter: Waiter<Held>, held: Held): void => {
    queue.delete(waiter);
    waiter.admit(held);
  };

  const leave = (left: Held): void => {
    slots.leave(left);
    for (const waiter of queue) {
      const held = slots.take(waiter.wanted);
      if (held === undefined) continue;
      admit(waiter, held);
      return;
    }
  };

  const seek = createSeeking(slots, {
    clock,
    isWaitedFor: (wanted) => firstFor(queue, wanted) !== undefined,
    found: (wanted, held) => {
      const waiter = firstFor(queue, wanted);
      if (waiter === undefined) leave(held);
      else admit(waiter, held);
    },
  });

  return {
    leave,
    wait: async (wanted, signal) => {
      const { publicName, settings } = wanted.tool;
      if (queue.size >= maxQueued)
        throw new Refusal("no-capacity", { tool: publicName, waitedMs: 0 });
      const { promise, resolve, reject } = Promise.withResolvers<Held>();
      const waiter = { wanted, admit: resolve };
      queue.add(waiter);
      seek(wanted);
      const waitMs = Math.min(maxWaitMs, settings.timeoutMs);
      const callOff = limitWait({ tool: publicName, waitMs, signal }, options, (refusal) => {
        queue.delete(waiter);
        reject(refusal);
      });
      return promise.finally(callOff);
    },
  };
}

function firstFor<Held>(
  queue: ReadonlySet<Waiter<Held>>,
  { tool, isInside }: Wanted,
): Waiter<Held> | undefined {
  for (const waiter of queue) {
    const { wanted } = waiter;
    if (wanted.tool.publicName === tool.publicName && wanted.isInside === isInside) return waiter;
  }
  return undefined;
}

interface Wait {
  readonly tool: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** Gives up on timeout or when the caller cancels, unless stopped before. */
function limitWait(
  { tool, waitMs, signal }: Wait,
  { clock, deadlines }: QueueOptions,
  giveUp: (refusal: Refusal) => void,
): () => void {
  const cancel = (): void => giveUp(new Refusal("cancelled", { tool, mayHaveActed: false }));
  const callOff = deadlines.at(clock.monotonic() + waitMs, () => {
    giveUp(new Refusal("no-capacity", { tool, waitedMs: waitMs }));
  });
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  return () => {
    callOff();
    signal.removeEventListener("abort", cancel);
  };
}

/**
 * Asks for a slot for each new call. If there is none, one poller serves all calls of the tool. So
 * the rate does not grow with the queue.
 */
function createSeeking<Held>(
  { ask }: Slots<Held>,
  { clock, isWaitedFor, found }: SeekingOptions<Held>,
): (wanted: Wanted) => void {
  if (ask === undefined) return () => undefined;
  const scarce = new Set<string>();

  const askOnce = async (wanted: Wanted): Promise<boolean> => {
    const held = await ask(wanted);
    if (held !== undefined) found(wanted, held);
    return held !== undefined;
  };

  const seek = async (wanted: Wanted): Promise<void> => {
    const key = keyOf(wanted);
    if (scarce.has(key) || (await askOnce(wanted)) || scarce.has(key)) return;
    scarce.add(key);
    while (isWaitedFor(wanted)) {
      if (!(await askOnce(wanted))) await clock.sleep(askAgainMs);
    }
    // In one step with the check for waiters: a call arriving in between would have no poller.
    scarce.delete(key);
  };

  return (wanted) => void seek(wanted);
}

function keyOf({ tool, isInside }: Wanted): string {
  return JSON.stringify([tool.publicName, isInside]);
}
