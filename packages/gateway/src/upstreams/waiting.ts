import type { JsonObject } from "@toolcourt/sdk";
import type { Roster } from "../foundation/kernel/roster.ts";
import type { Era, Reach } from "./upstream.ts";

/** A request of ours that has no answer yet. */
export interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
  readonly era: Era;
  readonly reach: Reach | undefined;
  // What follows is made when it is first needed: most requests hear nothing on their way.
  pace?: { readonly progress: () => boolean; readonly log: () => boolean };
  lastProgress?: number;
  questions?: {
    asked: number;
    /** Aborts when the request is over, however it ended. */
    readonly over: AbortController;
  };
}

/** Every request that waits, by its id. */
export type AllWaiting = Pick<Roster<Waiting>, "get" | "values">;

/**
 * Whose a message is that does not say so: the request's on whose response it came. Where everything
 * comes on one stream it is the only one's that it can be about. What could be about two is nobody's:
 * one caller must not hear what belongs to another.
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
