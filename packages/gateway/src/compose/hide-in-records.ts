import type { IncomingCall } from "../pipeline/call.ts";
import type { Stages } from "../pipeline/pipeline.ts";

/** Generated ids. Scanning them for secrets would only cost time. */
const ids = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Redacts secrets in caller-supplied text before it is recorded: agent name, unknown tool, own ids.
 * All other recorded fields are trusted, or digests.
 */
export function hideInRecords(
  record: Stages["record"],
  hide: (text: string) => string,
): Stages["record"] {
  const shown = (text: string): string => (ids.test(text) ? text : hide(text));
  return (call) => record(withoutSecrets(call, shown));
}

function withoutSecrets(call: IncomingCall, hide: (text: string) => string): IncomingCall {
  const { tool, correlationId, traceId, queryId, agent } = call;
  const said = [tool, correlationId, traceId, agent.name, agent.version, queryId ?? ""];
  if (said.every((text) => hide(text) === text)) return call;
  return {
    ...call,
    tool: hide(tool),
    correlationId: hide(correlationId),
    traceId: hide(traceId),
    agent: { name: hide(agent.name), version: hide(agent.version) },
    ...(queryId !== undefined && { queryId: hide(queryId) }),
  };
}
