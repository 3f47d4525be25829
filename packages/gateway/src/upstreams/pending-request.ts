import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { SlotMap } from "@toolcourt/contracts/internal/kernel/slot-map";
import type { JsonObject } from "@toolcourt/sdk";
import type { Era } from "../protocol/era.ts";
import type { CallerChannel } from "./upstream.ts";

/** A pending request. */
export interface PendingRequest {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly era: Era;
  readonly channel: CallerChannel | undefined;
  // Created lazily: most requests get no messages before their answer.
  rates?: { readonly progress: () => boolean; readonly log: () => boolean };
  lastProgress?: number;
  questions?: {
    asked: number;
    /** Aborts when the request is over, however it ended. */
    readonly over: AbortController;
  };
}

/** All pending requests by id. */
export type PendingRequests = Pick<SlotMap<PendingRequest>, "get" | "values">;

/**
 * Finds the request that a message without an id belongs to: the one on whose response it came. On
 * a shared stream it is the only possible request. An ambiguous message is dropped: one caller must
 * not see another's data.
 */
export function ownerOf(
  pending: PendingRequests,
  via: number | undefined,
  isCandidate: (each: PendingRequest) => boolean = () => true,
): PendingRequest | undefined {
  if (via !== undefined) return pending.get(via);
  let owner: PendingRequest | undefined;
  for (const each of pending.values()) {
    if (!isCandidate(each)) continue;
    if (owner !== undefined) return undefined;
    owner = each;
  }
  return owner;
}

/** A server that heeds a cancellation sends nothing more, so after this time we forget it. */
const believedAfterMs = 60_000;

/** Tracks requests whose caller has left while the server may still work on them. */
export class AbandonedRequests {
  readonly #clock: Clock;
  readonly #since = new Map<number, number>();
  #highestForgotten = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: number): void {
    this.#forgetOld();
    this.#since.set(id, this.#clock.monotonic());
  }

  /** Removes an id when the server has answered it. Returns whether it was there. */
  remove(id: number): boolean {
    return this.#since.delete(id);
  }

  isAny(): boolean {
    this.#forgetOld();
    return this.#since.size > 0;
  }

  has(id: number): boolean {
    return this.#since.has(id);
  }

  /** Returns whether the id may have been one that was forgotten by age. */
  mayHaveBeen(id: number): boolean {
    return id <= this.#highestForgotten;
  }

  #forgetOld(): void {
    const oldest = this.#clock.monotonic() - believedAfterMs;
    for (const [id, at] of this.#since) {
      if (at > oldest) return;
      this.#since.delete(id);
      this.#highestForgotten = Math.max(this.#highestForgotten, id);
    }
  }
}
