import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { CallStore, IndexedUpTo } from "../../stores/call-store.ts";

/** Rows of one step. The store is locked for so long, and calls wait. */
export const indexedAtOnce = 200;

/** New rows are noticed within this time. */
const pollMs = 1_000;
const failedMs = 5_000;
/** How many times as long as it works the reader rests: while calls are asked for, and else. */
const restWhileAsked = 1;
const restElse = 49;

export interface CallIndexerDeps {
  readonly calls: Pick<CallStore, "index">;
  readonly clock: Clock;
  /** Whether a person looks at lists of calls. Default: none does. */
  readonly isAsked?: () => boolean;
}

/**
 * Reads the audit log into the index of calls, behind the log. While no person asks for calls it
 * takes a fiftieth of the time, so that calls do not notice it.
 */
export class CallIndexer implements AsyncDisposable {
  readonly #deps: CallIndexerDeps;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(deps: CallIndexerDeps) {
    this.#deps = deps;
    // Ends when its sleep is aborted.
    this.#running = this.#run().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { calls, clock } = this.#deps;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const began = clock.monotonic();
      const found = await calls.index(indexedAtOnce).catch(() => undefined);
      await clock.sleep(this.#rest(found, clock.monotonic() - began), signal);
    }
  }

  #rest(found: IndexedUpTo | undefined, workedMs: number): number {
    if (found === undefined) return failedMs;
    if (found.indexedTo >= found.last) return pollMs;
    const times = this.#deps.isAsked?.() === true ? restWhileAsked : restElse;
    return Math.min(failedMs, Math.max(1, workedMs) * times);
  }
}

export interface CatchUp {
  readonly clock: Pick<Clock, "monotonic">;
  /** Default: until the end of the log. */
  readonly maxMs?: number;
  /** Called after each step. */
  readonly onStep?: (progress: IndexedUpTo) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads further rows into the index. Stops at the end of the log, after the time, and when another
 * process does the work.
 */
export async function catchUp(
  calls: Pick<CallStore, "index" | "progress">,
  { clock, maxMs = Infinity, onStep, signal }: CatchUp,
): Promise<IndexedUpTo> {
  const until = clock.monotonic() + maxMs;
  let found = await calls.progress();
  while (found.indexedTo < found.last && clock.monotonic() < until) {
    signal?.throwIfAborted();
    const { indexedTo } = found;
    found = await calls.index(indexedAtOnce);
    onStep?.(found);
    if (found.indexedTo === indexedTo) return found;
  }
  return found;
}
