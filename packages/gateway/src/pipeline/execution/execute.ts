import type { ApprovedCall } from "../call.ts";

/** The deadline of an attempt in monotonic ms, and the signal that may end it earlier. */
export interface Bounds {
  readonly signal: AbortSignal;
  readonly endsAt: number;
}

/** Sends a call to its tool, once or more. Resolves to the raw result. */
export type Execute = (call: ApprovedCall, bounds: Bounds) => Promise<unknown>;

/** Returns the timeout of the tool, or a smaller one that the policy sets for this caller (T23). */
export function timeoutMsOf({ registered, grant }: ApprovedCall): number {
  const { timeoutMs } = registered.settings;
  const { caps } = grant;
  return caps?.timeoutMs === undefined ? timeoutMs : Math.min(timeoutMs, caps.timeoutMs.max);
}

/** Returns whether the tool has effects, so that a retry may repeat them. */
export function changesThings({ registered }: ApprovedCall): boolean {
  return registered.contract.effect !== "read";
}
