import { type Context, TraceFlags, trace } from "@opentelemetry/api";
import { type Sampler, SamplingDecision, type SamplingResult } from "@opentelemetry/sdk-trace";

export interface SamplerOptions {
  readonly sample: number;
  readonly flags: "ignore" | "follow";
  readonly random: () => number;
}

const yes: SamplingResult = { decision: SamplingDecision.RECORD_AND_SAMPLED };
const no: SamplingResult = { decision: SamplingDecision.NOT_RECORD };

/**
 * Decides by chance of our own. Not by the id of the trace as others do, because a caller chooses that,
 * and could choose to be recorded always or never.
 */
export function createSampler({ sample, flags, random }: SamplerOptions): Sampler {
  const byChance = (): boolean => random() < sample;
  const decide = (context: Context): boolean => {
    const parent = trace.getSpanContext(context);
    if (parent === undefined) return byChance();
    const isSampled = (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    // What belongs to a request of ours is recorded where the request is.
    return parent.isRemote === true && flags === "ignore" ? byChance() : isSampled;
  };
  return {
    shouldSample: (context) => (decide(context) ? yes : no),
    toString: () => "toolcourt",
  };
}
