import type { SlotMap } from "@toolcourt/contracts/internal/kernel/slot-map";
import type { JsonObject } from "@toolcourt/sdk";
import type { Era, Reach } from "./upstream.ts";

/** A pending request. */
export interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly era: Era;
  readonly reach: Reach | undefined;
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
export type AllWaiting = Pick<SlotMap<Waiting>, "get" | "values">;

/**
 * Finds the request that a message without an id belongs to: the one on whose response it came. On
 * a shared stream it is the only possible request. An ambiguous message is dropped: one caller must
 * not see another's data.
 */
export function ownerOf(
  waiting: AllWaiting,
  via: number | undefined,
  isCandidate: (each: Waiting) => boolean = anybody,
): Waiting | undefined {
  if (via !== undefined) return waiting.get(via);
  let owner: Waiting | undefined;
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
