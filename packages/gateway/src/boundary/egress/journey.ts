import { Overdue } from "../../foundation/kernel/with-timeout.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

/** What is known of a request that is under way. */
export interface Journey {
  readonly attempts: () => number;
  /** Runs one attempt and remembers whether it may have changed something. */
  readonly attempt: <T>(work: () => Promise<T>) => Promise<T>;
  /** The error to end with: a failure told in full, or what the caller aborted with. */
  readonly ended: (error: unknown) => unknown;
}

/** These happen while connecting or before, so nothing was sent. */
const beforeSending = new Set<FailureKind>([
  "header-refused",
  "host-refused",
  "address-refused",
  "unreachable",
  "tls-failed",
]);

/** Whether a request came to nothing before any of it was sent. */
export function isBeforeSending(error: unknown): boolean {
  return error instanceof EgressFailure && beforeSending.has(error.kind);
}

/** Follows one request over its attempts, so that a write whose fate is unknown is told as such. */
export function startJourney(changes: boolean): Journey {
  let attempts = 0;
  let isOpen = false;
  let mayHaveTakenEffect = false;

  return {
    attempts: () => attempts,
    attempt: async (work) => {
      attempts += 1;
      isOpen = true;
      try {
        return await work();
      } catch (error) {
        isOpen = false;
        mayHaveTakenEffect ||= changes && isDoubtful(error);
        throw error;
      }
    },
    ended: (error) => {
      const failure = error instanceof Overdue ? new EgressFailure("timed-out") : error;
      if (!(failure instanceof EgressFailure)) return error;
      const doubt = mayHaveTakenEffect || (changes && isOpen);
      const { kind, details } = failure;
      return new EgressFailure(kind, { ...details, attempts, mayHaveTakenEffect: doubt });
    },
  };
}

/** A target that answers with a mistake of ours did not do what it was asked. */
function isDoubtful(error: unknown): boolean {
  if (!(error instanceof EgressFailure)) return true;
  const { status = 0 } = error.details;
  return !isBeforeSending(error) && !(status >= 400 && status < 500);
}
