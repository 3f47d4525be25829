import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { SlotMap } from "@toolcourt/contracts/internal/kernel/slot-map";
import type { JsonObject } from "@toolcourt/sdk";
import type { CallerChannel, Era } from "./upstream.ts";

/** A pending request. */
export interface PendingRequest {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly era: Era;
  readonly reach: CallerChannel | undefined;
  // Created lazily: most requests get no messages before their answer.
  pace?: { readonly progress: () => boolean; readonly log: () => boolean };
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
  waiting: PendingRequests,
  via: number | undefined,
  isCandidate: (each: PendingRequest) => boolean = anybody,
): PendingRequest | undefined {
  if (via !== undefined) return waiting.get(via);
  let owner: PendingRequest | undefined;
  for (const each of waiting.values()) {
    if (!isCandidate(each)) continue;
    if (owner !== undefined) return undefined;
    owner = each;
  }
  return owner;
}

function anybody(): boolean {
  return true;
}

/** Requests whose caller has left while the server may still work on them. */
export interface AbandonedRequests {
  readonly add: (id: number) => void;
  /** Removes an id when the server has answered it. Returns whether it was there. */
  readonly remove: (id: number) => boolean;
  readonly isAny: () => boolean;
  readonly has: (id: number) => boolean;
  /** Returns whether the id may have been one that was forgotten by age. */
  readonly mayHaveBeen: (id: number) => boolean;
}

/** A server that heeds a cancellation sends nothing more, so after this time we forget it. */
const believedAfterMs = 60_000;

export function createAbandonedRequests(clock: Clock): AbandonedRequests {
  const since = new Map<number, number>();
  let highestForgotten = Number.NEGATIVE_INFINITY;

  const forgetOld = (): void => {
    const oldest = clock.monotonic() - believedAfterMs;
    for (const [id, at] of since) {
      if (at > oldest) return;
      since.delete(id);
      highestForgotten = Math.max(highestForgotten, id);
    }
  };

  return {
    add: (id) => {
      forgetOld();
      since.set(id, clock.monotonic());
    },
    remove: (id) => since.delete(id),
    isAny: () => {
      forgetOld();
      return since.size > 0;
    },
    has: (id) => since.has(id),
    mayHaveBeen: (id) => id <= highestForgotten,
  };
}
