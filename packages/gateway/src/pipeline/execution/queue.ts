import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Load } from "../../telemetry/metrics/load.ts";
import type { ApprovedCall } from "../call.ts";
import { timeoutMsOf } from "./attempt.ts";
import { Lines, type Waiter } from "./lines.ts";
import { Shares } from "./shares.ts";
import type { Slots, Wanted } from "./slots.ts";

/** Poll interval. Other replicas do not announce freed slots. */
const askAgainMs = 25;

export interface QueueOptions extends Pick<Runtime, "clock"> {
  readonly deadlines: Deadlines;
  /** Maximum concurrent calls of the whole toolbox. */
  readonly maxConcurrent: number;
  /** Maximum queue length. */
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
}

interface Waiting<Held> extends Waiter {
  readonly admit: (held: Held) => void;
}

const defaultWaitMs = 5_000;

type Ask<Held> = NonNullable<Slots<Held>["ask"]>;

/**
 * Limits concurrent calls per toolbox and per tool; others wait in a bounded queue. Tenants and
 * principals share the slots fairly and take turns, those of this process. The calls of each are in
 * order. A slot is freed when the call ends, even an abandoned one. Otherwise a tool that never
 * answers could hold all slots forever.
 */
export class Queue<Held> {
  readonly #slots: Slots<Held>;
  readonly #shares: Shares;
  readonly #options: QueueOptions;
  readonly #lines = new Lines<Waiting<Held>>();
  /** The tools that a poller asks for. */
  readonly #scarce = new Set<string>();

  constructor(slots: Slots<Held>, options: QueueOptions) {
    this.#slots = slots;
    this.#shares = new Shares(options.clock, options.maxConcurrent);
    this.#options = options;
  }

  /** Returns what a call needs to run. */
  wantedBy(call: ApprovedCall): Wanted {
    const { registered: tool, principal, within } = call;
    const of = this.#shares.of(principal, tool.publicName);
    // An inner call runs in the slot of its caller, which waits for it. So a toolbox of one slot
    // does not deadlock.
    return { tool, isInside: within !== undefined, principal, of, timeoutMs: timeoutMsOf(call) };
  }

  /** Takes a slot for a call if one is free for its owner. */
  take(wanted: Wanted): Held | undefined {
    if (!this.#shares.admits(wanted)) return undefined;
    const held = this.#slots.take(wanted);
    if (held !== undefined) this.#shares.entered(wanted);
    return held;
  }

  /** Refuses if the queue is full, on timeout, or when the caller cancels. */
  async wait(wanted: Wanted, signal: Cancellation): Promise<Held> {
    const { maxWaitMs = defaultWaitMs, clock } = this.#options;
    const { publicName: tool } = wanted.tool;
    this.#makeRoom(wanted);
    const { promise, resolve, reject } = Promise.withResolvers<Held>();
    const since = clock.monotonic();
    const waiter: Waiting<Held> = {
      wanted,
      admit: resolve,
      evict: () => {
        const waitedMs = Math.round(clock.monotonic() - since);
        reject(new Refusal("no-capacity", { tool, waitedMs }));
      },
    };
    this.#lines.add(waiter);
    if (this.#slots.ask !== undefined) void this.#seek(wanted, this.#slots.ask);
    const waitMs = Math.min(maxWaitMs, wanted.timeoutMs);
    const callOff = limitWait({ tool, waitMs, signal }, this.#options, (refusal) => {
      this.#lines.remove(waiter);
      reject(refusal);
    });
    return promise.finally(callOff);
  }

  /** Frees a slot and gives it to the first call that can use it. */
  leave(held: Held, wanted: Wanted): void {
    this.#shares.left(wanted);
    this.#pass(held);
  }

  /** Returns what runs and waits in this process. */
  load(): Omit<Load, "paused"> {
    const waiting = this.#lines.byTool();
    return {
      tools: this.#shares
        .running()
        .map(({ tool, running }) => ({ tool, running, waiting: waiting.get(tool) ?? 0 })),
      slotsUsed: this.#shares.used(),
      slotsMax: this.#options.maxConcurrent,
    };
  }

  #pass(left: Held): void {
    this.#slots.leave(left);
    if (this.#lines.size === 0) return;
    for (const waiter of this.#lines.inOrder()) {
      const held = this.take(waiter.wanted);
      if (held === undefined) continue;
      this.#admit(waiter, held);
      return;
    }
  }

  #admit(waiter: Waiting<Held>, held: Held): void {
    this.#lines.serve(waiter);
    waiter.admit(held);
  }

  /** If the queue is full, the owner with the most waiting calls loses its last one. */
  #makeRoom({ tool, of }: Wanted): void {
    const { maxQueued = 1_000 } = this.#options;
    if (this.#lines.size < maxQueued) return;
    const surplus = this.#lines.surplus(of.share);
    if (surplus === undefined)
      throw new Refusal("no-capacity", { tool: tool.publicName, waitedMs: 0 });
    this.#lines.remove(surplus);
    surplus.evict();
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
    while (this.#lines.has(wanted)) {
      if (!(await this.#askOnce(wanted, ask))) await this.#options.clock.sleep(askAgainMs);
    }
    // In one step with the check for waiters: a call arriving in between would have no poller.
    scarce.delete(key);
  }

  async #askOnce(wanted: Wanted, ask: Ask<Held>): Promise<boolean> {
    const held = await ask(wanted);
    if (held === undefined) return false;
    for (const waiter of this.#lines.inOrder(wanted)) {
      if (!this.#shares.admits(waiter.wanted)) continue;
      this.#shares.entered(waiter.wanted);
      this.#admit(waiter, held);
      return true;
    }
    this.#pass(held);
    return !this.#lines.has(wanted);
  }
}

interface Wait {
  readonly tool: string;
  readonly waitMs: number;
  readonly signal: Cancellation;
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
