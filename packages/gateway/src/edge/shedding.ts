import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

export interface SheddingOptions extends Pick<Runtime, "clock"> {
  /** Returns the used part of the memory that the process may have, from 0 to 1. */
  readonly memoryUse: () => number;
  /** Called when shedding begins and when it ends. Default: none. */
  readonly turned?: (isShedding: boolean) => void;
}

/** Above this part the garbage collector soon takes most of the time, and then the process ends. */
const startAt = 0.85;
const stopBelow = 0.75;
const readEveryMs = 250;
/** Memory is freed only while there is work, so some requests pass. */
const passEveryMs = 1_000;

/** Answer to a request that is shed. The code is ours, outside the range of the protocol. */
export const noCapacity = {
  kind: "refused",
  code: 7008,
  message: "The gateway has no capacity at the moment. Try again in 1 s.",
} as const;

/** Refuses new work while memory is scarce, so that the process can finish what it has. */
export class Shedding {
  readonly #options: SheddingOptions;
  #isShedding = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SheddingOptions) {
    this.#options = options;
  }

  /** Returns whether a new request may pass. Reads the memory from time to time only. */
  admits(): boolean {
    const now = this.#options.clock.monotonic();
    if (now - this.#readAt >= readEveryMs) this.#read(now);
    if (!this.#isShedding) return true;
    if (now - this.#passedAt < passEveryMs) return false;
    this.#passedAt = now;
    return true;
  }

  #read(now: number): void {
    const { memoryUse, turned } = this.#options;
    this.#readAt = now;
    const use = memoryUse();
    const isShedding = this.#isShedding ? use >= stopBelow : use >= startAt;
    if (isShedding === this.#isShedding) return;
    this.#isShedding = isShedding;
    this.#passedAt = now;
    turned?.(isShedding);
  }
}
