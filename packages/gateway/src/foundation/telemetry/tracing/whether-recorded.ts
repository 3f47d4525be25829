import { placeIn, type TraceContext } from "../../kernel/trace-context.ts";

export interface RecordingOptions {
  /** The share of traces that is recorded, 0 to 1. */
  readonly sample: number;
  /** Whether it counts what callers say about being recorded. */
  readonly flags: "ignore" | "follow";
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Decides on requests by chance of our own. Not by the id of the trace as others do, because a caller
 * chooses that, and could choose to be recorded always or never.
 */
export function createIsRecorded({
  sample,
  flags,
  random,
}: RecordingOptions): (parent: TraceContext | undefined) => boolean {
  return (parent) =>
    parent === undefined || flags === "ignore" ? random() < sample : isSampled(parent);
}

/** What belongs to a request of ours is recorded where the request is. */
export function isSampled({ traceparent }: TraceContext): boolean {
  return placeIn(traceparent)?.isSampled === true;
}
