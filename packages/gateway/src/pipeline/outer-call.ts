import type { Effect, ToolContract } from "@toolcourt/sdk";

/** A call whose tool calls others, as those calls know it. Nobody outside can make one up: no entrance reads it. */
export interface OuterCall {
  readonly callId: string;
  /** The name that it was called by. */
  readonly tool: string;
  readonly contract: ToolContract;
  /** The call that it was made for in turn. */
  readonly within?: OuterCall;
  readonly mayCall: (tool: string) => boolean;
  /** The strongest effect that it wants of this one call, where it says so. */
  readonly atMost?: Effect;
  /** Until when it runs, on the clock that only grows. No call made for it lasts longer. */
  readonly endsAt: number;
  /** Takes one of the calls that it has left. */
  readonly take: () => "taken" | "over" | "too-many";
  /** Takes one of those that it has left together with all calls around it and in it. */
  readonly takeOfAll: () => boolean;
}

/** The calls around one, the nearest first. */
export function* around(within: OuterCall | undefined): Generator<OuterCall, void> {
  for (let outer = within; outer !== undefined; outer = outer.within) yield outer;
}
