import { BusinessError } from "@toolcourt/sdk";

/** Why a step could not end its work. The run stays where it is. */
export interface Stop {
  readonly kind:
    | "waits" /* for somebody's approval */
    | "refused" /* by the gateway: the tool did not run, or only reads */
    | "unknown" /* the tool changes things and may have run */
    | "failed" /* by the word of the tool itself */
    | "broken" /* the code of the workflow does not fit what it got */;
  readonly step: string;
  readonly tool?: string;
  /** The gateway's own code and words. */
  readonly code?: string;
  readonly message?: string;
  /** The approval that is waited for. */
  readonly approval?: string;
  readonly retryable?: boolean;
}

/** Thrown by a node that fails. Everything in it but its cause is ours, and may be kept and told. */
export class StepStopped extends Error {
  override readonly name = "StepStopped";
  readonly stop: Stop;

  constructor(what: Stop, options?: ErrorOptions) {
    super(`Step "${what.step}" stopped: ${what.kind}.`, options);
    this.stop = what;
  }
}

/** Thrown where a run cannot be kept or read. What lies behind it is the cause. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/** What ends a step, whatever was thrown in it. An author's own word to the caller is left as it is. */
export function asStop(step: string, thrown: unknown): Error {
  const isTold = [StepStopped, StoreFailed, BusinessError].some((known) => thrown instanceof known);
  if (isTold && thrown instanceof Error) return thrown;
  return new StepStopped({ kind: "broken", step }, { cause: thrown });
}
