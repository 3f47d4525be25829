import { Refusal } from "../../errors/refusal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ApprovedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";
import type { Deadlines } from "./deadlines.ts";

export interface ConcurrencyOptions {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  /** How many calls run at once in the whole toolbox. */
  readonly maxConcurrent: number;
  /** How many may wait. */
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
}

interface Waiter {
  readonly tool: string;
  readonly maxInstances: number;
  readonly admit: () => void;
}

/**
 * Runs as many calls at once as the toolbox and the tool allow; the others wait a while in a queue
 * that is bounded. A place is free again when the call ends, also one that nobody waited for:
 * otherwise a tool that never answers could keep all places for ever.
 */
export function withConcurrency(run: Stages["run"], options: ConcurrencyOptions): Stages["run"] {
  const places = createPlaces(options.maxConcurrent);
  const { maxQueued = 1_000 } = options;

  return async (call, signal) => {
    const { publicName: tool, settings } = call.registered;
    if (!places.take(tool, settings.maxInstances)) {
      if (places.queue.size >= maxQueued) throw new Refusal("busy", { tool, waitedMs: 0 });
      await waitForPlace(places.queue, { call, signal }, options);
    }
    try {
      return await run(call, signal);
    } finally {
      places.leave(tool);
    }
  };
}

interface Places {
  readonly queue: Set<Waiter>;
  /** Whether there was a free place; it is taken then. */
  readonly take: (tool: string, maxInstances: number) => boolean;
  /** Frees a place and gives it to the first in the queue who can use it. */
  readonly leave: (tool: string) => void;
}

function createPlaces(maxConcurrent: number): Places {
  const queue = new Set<Waiter>();
  const running = new Map<string, number>();
  let total = 0;

  const take = (tool: string, maxInstances: number): boolean => {
    const instances = running.get(tool) ?? 0;
    if (total >= maxConcurrent || instances >= maxInstances) return false;
    total += 1;
    running.set(tool, instances + 1);
    return true;
  };

  return {
    queue,
    take,
    leave: (tool) => {
      total -= 1;
      const instances = (running.get(tool) ?? 1) - 1;
      if (instances === 0) running.delete(tool);
      else running.set(tool, instances);
      for (const waiter of queue) {
        if (!take(waiter.tool, waiter.maxInstances)) continue;
        queue.delete(waiter);
        waiter.admit();
        return;
      }
    },
  };
}

interface Waiting {
  readonly call: ApprovedCall;
  readonly signal: AbortSignal;
}

const usualWaitMs = 5_000;

function waitForPlace(
  queue: Set<Waiter>,
  { call, signal }: Waiting,
  { clock, deadlines, maxWaitMs = usualWaitMs }: ConcurrencyOptions,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { publicName: tool, settings } = call.registered;
  const waiter: Waiter = { tool, maxInstances: settings.maxInstances, admit: resolve };
  const giveUp = (refusal: Refusal): void => {
    queue.delete(waiter);
    reject(refusal);
  };
  const leave = (): void => {
    giveUp(new Refusal("cancelled", { tool, mayHaveActed: false }));
  };
  const waitMs = Math.min(maxWaitMs, settings.timeoutMs);
  const callOff = deadlines.at(clock.monotonic() + waitMs, () => {
    giveUp(new Refusal("busy", { tool, waitedMs: waitMs }));
  });
  signal.addEventListener("abort", leave, { once: true });
  queue.add(waiter);
  if (signal.aborted) leave();
  return promise.finally(() => {
    callOff();
    signal.removeEventListener("abort", leave);
  });
}
