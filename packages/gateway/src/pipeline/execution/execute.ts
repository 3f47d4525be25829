import type { ApprovedCall } from "../call.ts";

/** The deadline of an attempt in monotonic ms, and the signal that may end it earlier. */
export interface Bounds {
  readonly signal: AbortSignal;
  readonly endsAt: number;
}

/** Sends a call to its tool, once or more. Resolves to the raw result. */
export type Execute = (call: ApprovedCall, bounds: Bounds) => Promise<unknown>;

/** Returns whether the tool has effects, so that a retry may repeat them. */
export function changesThings({ registered }: ApprovedCall): boolean {
  return registered.contract.effect !== "read";
}
