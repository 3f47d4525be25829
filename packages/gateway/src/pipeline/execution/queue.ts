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

interface Waiter<Held> {
  readonly wanted: Wanted;
  readonly admit: (held: Held) => void;
}

const defaultWaitMs = 5_000;

type Ask<Held> = NonNullable<Slots<Held>["ask"]>;

/** Calls waiting for a slot, first in, first out. */
export class Queue<Held> {
  readonly #slots: Slots<Held>;
  readonly #options: QueueOptions;
  readonly #waiters = new Set<Waiter<Held>>();
  /** The tools that a poller asks for. */
  readonly #scarce = new Set<string>();

  constructor(slots: Slots<Held>, options: QueueOptions) {
    this.#slots = slots;
    this.#options = options;
  }

  /** Refuses if the queue is full, on timeout, or when the caller cancels. */
  async wait(wanted: Wanted, signal: AbortSignal): Promise<Held> {
    const { maxQueued = 1_000, maxWaitMs = defaultWaitMs } = this.#options;
    const { publicName, settings } = wanted.tool;
    if (this.#waiters.size >= maxQueued)
      throw new Refusal("no-capacity", { tool: publicName, waitedMs: 0 });
    const { promise, resolve, reject } = Promise.withResolvers<Held>();
    const waiter = { wanted, admit: resolve };
    this.#waiters.add(waiter);
    if (this.#slots.ask !== undefined) void this.#seek(wanted, this.#slots.ask);
    const waitMs = Math.min(maxWaitMs, settings.timeoutMs);
    const callOff = limitWait({ tool: publicName, waitMs, signal }, this.#options, (refusal) => {
      this.#waiters.delete(waiter);
      reject(refusal);
    });
    return promise.finally(callOff);
  }

  /** Frees a slot and gives it to the first call that can use it. */
  leave(left: Held): void {
    this.#slots.leave(left);
    for (const waiter of this.#waiters) {
      const held = this.#slots.take(waiter.wanted);
      if (held === undefined) continue;
      this.#admit(waiter, held);
      return;
    }
  }

  #admit(waiter: Waiter<Held>, held: Held): void {
    this.#waiters.delete(waiter);
    waiter.admit(held);
  }

  /**
   * Asks for a slot for each new call. If there is none, one poller serves all calls of the tool. So
   * the rate does not grow with the queue.
   */
  async #seek(wanted: Wanted, ask: Ask<Held>): Promise<void> {
    const key = keyOf(wanted);
    const scarce = this.#scarce;
    if (scarce.has(key) || (await this.#askOnce(wanted, ask)) || scarce.has(key)) return;
    scarce.add(key);
    while (firstFor(this.#waiters, wanted) !== undefined) {
      if (!(await this.#askOnce(wanted, ask))) await this.#options.clock.sleep(askAgainMs);
    }
    // In one step with the check for waiters: a call arriving in between would have no poller.
    scarce.delete(key);
  }

  async #askOnce(wanted: Wanted, ask: Ask<Held>): Promise<boolean> {
    const held = await ask(wanted);
    if (held === undefined) return false;
    const waiter = firstFor(this.#waiters, wanted);
    if (waiter === undefined) this.leave(held);
    else this.#admit(waiter, held);
    return true;
  }
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

function keyOf({ tool, isInside }: Wanted): string {
  return JSON.stringify([tool.publicName, isInside]);
}
