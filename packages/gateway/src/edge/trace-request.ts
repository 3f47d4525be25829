import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { JsonValue } from "@toolcourt/sdk";
import { failureOf, passedOn, type Traces } from "../pipeline/trace-calls.ts";
import { traceIn } from "./incoming-call.ts";

/** A request other than a tool call. */
export interface TracedRequest {
  readonly method: string;
  readonly meta: JsonValue | undefined;
}

const none: Traces = { flags: "ignore" };

/** Runs a request within a span if it is traced, and passes on its trace position. */
export async function traceRequest<Answer>(
  { method, meta }: TracedRequest,
  traces: Traces = none,
  answer: (trace: TraceContext | undefined) => Promise<Answer>,
): Promise<Answer> {
  const parent = traceIn(meta);
  const span = traces.tracing?.served({ method, parent });
  if (span === undefined) return answer(parent && passedOn(parent, traces));
  try {
    const answered = await answer(span.context);
    span.end({});
    return answered;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}
