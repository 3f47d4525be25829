import type { TraceContext } from "../foundation/kernel/trace-context.ts";
import type { SentRequest } from "../foundation/telemetry/tracing/tracing.ts";
import { UpstreamError } from "../upstreams/upstream.ts";
import { failureOf, type Traces } from "./trace-calls.ts";

/** A request to a server, for something whose place in a trace is known or not. */
export interface Sending extends Omit<SentRequest, "parent"> {
  readonly parent: TraceContext | undefined;
}

/** Records one request to a server where what it is made for is recorded. Each attempt is one of its own. */
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

/** What the server did instead of answering: our own word, and a number of the protocol. */
function faultOf({ fault }: UpstreamError): ReturnType<typeof failureOf> {
  if (fault.kind === "rpc") return { error: String(fault.code), status: fault.code };
  return { error: fault.kind === "http" ? `http_${fault.status}` : fault.kind };
}
