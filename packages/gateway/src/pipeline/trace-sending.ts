import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { SentRequest } from "../telemetry/tracing/tracing.ts";
import { UpstreamError } from "../upstreams/upstream.ts";
import { failureOf, type Traces } from "./trace-calls.ts";

/** A request to a server, with or without a trace context. */
export interface Sending extends Omit<SentRequest, "parent"> {
  readonly parent: TraceContext | undefined;
}

/** Records one request to a server if its trace is recorded. Each attempt is a separate span. */
export async function traceSending<Answer>(
  { parent, ...request }: Sending,
  traces: Traces | undefined,
  send: (trace: TraceContext | undefined) => Promise<Answer>,
): Promise<Answer> {
  const span = parent && traces?.tracing?.sent({ ...request, parent });
  if (span === undefined) return send(parent);
  try {
    const answer = await send(span.context);
    span.end({});
    return answer;
  } catch (error) {
    span.end(error instanceof UpstreamError ? faultOf(error) : failureOf(error));
    throw error;
  }
}

/** Describes a server's fault: our own word, and a protocol number. */
function faultOf({ fault }: UpstreamError): ReturnType<typeof failureOf> {
  if (fault.kind === "rpc") return { error: String(fault.code), status: fault.code };
  return { error: fault.kind === "http" ? `http_${fault.status}` : fault.kind };
}
