import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { type TraceContext, unsampled } from "@toolcourt/contracts/internal/kernel/trace-context";
import { toolError } from "../telemetry/tracing/mcp-names.ts";
import type { SpanEnding, Tracing } from "../telemetry/tracing/tracing.ts";
import type { Outcome } from "./outcome.ts";
import type { Stages } from "./pipeline.ts";

/** How requests are traced. */
export interface Traces {
  /** Default: tracing is off. */
  readonly tracing?: Tracing;
  /** Whether callers' sampling flags are honored and passed on. */
  readonly flags: "ignore" | "follow";
}

/** Records sampled calls, and passes the others on with their caller's trace context. */
export function createTrace(traces: Traces): Stages["trace"] {
  const { tracing } = traces;
  return function trace(call, plan) {
    if (tracing === undefined && call.trace === undefined) return undefined;
    const { traceId, callId, correlationId, trace: parent } = call;
    const asked = { method: "tools/call", traceId, callId, correlationId, parent };
    const span = tracing?.served(asked);
    if (span === undefined) return { context: parent && passedOn(parent, traces) };
    return {
      context: span.context,
      end: (outcome) => {
        span.end({ target: plan?.tool.publicName, ...endingOf(outcome) });
      },
    };
  };
}

/** Returns the trace context for a server if we do not record the trace. */
export function passedOn(context: TraceContext, { flags }: Traces): TraceContext {
  return flags === "follow" ? context : unsampled(context);
}

function endingOf(outcome: Outcome): SpanEnding {
  if (outcome.kind === "refused") return failureOf(outcome.error);
  return outcome.kind === "answered" && outcome.output.isError ? { error: toolError } : {};
}

/** Describes an error in our own words. */
export function failureOf(error: unknown): SpanEnding {
  const shown = toMcp(error);
  return {
    error: isRefusal(error) ? error.code : "gateway-failed",
    ...(shown.kind === "rpc-error" && { status: shown.code }),
  };
}
