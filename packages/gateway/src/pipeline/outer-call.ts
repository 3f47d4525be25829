import type { Effect, ToolContract } from "@toolcourt/sdk";

/**
 * An outer call, as its inner calls know it. It cannot be forged from outside: no entrance reads
 * it.
 */
export interface OuterCall {
  readonly callId: string;
  /** The public name it was called by. */
  readonly tool: string;
  readonly contract: ToolContract;
  /** Its own outer call. Default: none. */
  readonly within?: OuterCall;
  readonly mayCall: (tool: string) => boolean;
  /** The strongest effect allowed for this one inner call. Default: that of the contract. */
  readonly atMost?: Effect;
  /** Its deadline in monotonic ms. No inner call outlasts it. */
  readonly endsAt: number;
  /** Takes one of its remaining calls. */
  readonly take: () => "taken" | "over" | "too-many";
  /** Takes one of the calls shared with all outer and inner calls. */
  readonly takeOfAll: () => boolean;
}

/** Yields the outer calls, nearest first. */
export function* around(within: OuterCall | undefined): Generator<OuterCall, void> {
  for (let outer = within; outer !== undefined; outer = outer.within) yield outer;
}
