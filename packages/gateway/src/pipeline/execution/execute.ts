import type { ApprovedCall } from "../call.ts";

/** Up to when an attempt may last, on the clock that only grows, and who may end it before. */
export interface Bounds {
  readonly signal: AbortSignal;
  readonly endsAt: number;
}

/** Sends a call to its tool once or more. Gives back what the tool returned, as received. */
export type Execute = (call: ApprovedCall, bounds: Bounds) => Promise<unknown>;

/** Whether the tool changes things, so that sending a call again may do so twice. */
export function changesThings({ registered }: ApprovedCall): boolean {
  return registered.contract.effect !== "read";
}
