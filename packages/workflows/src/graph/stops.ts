import { BusinessError } from "@toolcourt/sdk";

/** The reason a step could not finish. The run stays at this step. */
export interface Stop {
  readonly kind:
    | "waits" /* pending approval */
    | "refused" /* by the gateway: the tool did not run, or only reads */
    | "unknown" /* the tool changes things and may have run */
    | "failed" /* by an error answer of the tool */
    | "broken" /* the workflow's code cannot handle its input */;
  readonly step: string;
  readonly tool?: string;
  /** The gateway's own code and message. Default: none. */
  readonly code?: string;
  readonly message?: string;
  /** The pending approval. Default: none. */
  readonly approval?: string;
  readonly retryable?: boolean;
}

/**
 * Thrown by a failing node. Except for its cause it holds only our own text, so it may be stored
 * and shown.
 */
export class StepStopped extends Error {
  override readonly name = "StepStopped";
  readonly stop: Stop;

  constructor(what: Stop, options?: ErrorOptions) {
    super(`Step "${what.step}" stopped: ${what.kind}.`, options);
    this.stop = what;
  }
}

/** Thrown if a run cannot be stored or read. Its cause is the underlying error. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/**
 * Converts any thrown value to the error that ends the step. Keeps an author's `BusinessError` as
 * it is.
 */
export function asStop(step: string, thrown: unknown): Error {
  const isTold = [StepStopped, StoreFailed, BusinessError].some((known) => thrown instanceof known);
  if (isTold && thrown instanceof Error) return thrown;
  return new StepStopped({ kind: "broken", step }, { cause: thrown });
}
