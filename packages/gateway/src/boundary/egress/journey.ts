import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

/** The state of a request in flight. */
export interface Journey {
  readonly attempts: () => number;
  /** Runs one attempt and records whether it may have taken effect. */
  readonly attempt: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the error to end with: a failure with full details, or the caller's abort reason. */
  readonly ended: (error: unknown) => unknown;
}

/** Failures before or during connecting: nothing was sent. */
const beforeSending = new Set<FailureKind>([
  "header-refused",
  "host-refused",
  "address-refused",
  "unreachable",
  "tls-failed",
]);

/** Returns whether a request failed before any of it was sent. */
export function isBeforeSending(error: unknown): boolean {
  return error instanceof EgressFailure && beforeSending.has(error.kind);
}

/** Tracks one request over its attempts, so a write with an unknown outcome is reported as such. */
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
      const failure = error instanceof TimeoutError ? new EgressFailure("timed-out") : error;
      if (!(failure instanceof EgressFailure)) return error;
      const doubt = mayHaveTakenEffect || (changes && isOpen);
      const { kind, details } = failure;
      return new EgressFailure(kind, { ...details, attempts, mayHaveTakenEffect: doubt });
    },
  };
}

/** A target that rejects the request as our mistake did not carry it out. */
function isDoubtful(error: unknown): boolean {
  if (!(error instanceof EgressFailure)) return true;
  const { status = 0 } = error.details;
  return !isBeforeSending(error) && !(status >= 400 && status < 500);
}
