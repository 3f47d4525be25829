import { placeIn, type TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";

export interface RecordingOptions {
  /** Fraction of traces to record, 0 to 1. */
  readonly sample: number;
  /** Whether the sampling flag of callers counts. */
  readonly flags: "ignore" | "follow";
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

/**
 * Samples requests by our own random numbers. Sampling by trace id would let the caller choose to
 * be recorded always or never.
 */
export function createIsRecorded({
  sample,
  flags,
  random,
}: RecordingOptions): (parent: TraceContext | undefined) => boolean {
  return (parent) =>
    parent === undefined || flags === "ignore" ? random() < sample : isSampled(parent);
}

/** Returns the decision made for the incoming request, which its outgoing requests share. */
export function isSampled({ traceparent }: TraceContext): boolean {
  return placeIn(traceparent)?.isSampled === true;
}
