import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, type Tool, type ToolContext } from "@toolcourt/sdk";
import { createCleanText } from "../../boundary/cleaning/clean-value.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type Asking, type Upstream, UpstreamError } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { guardChannel } from "../guard-channel.ts";
import type { InnerCallsOf } from "../inner-calls.ts";
import type { Traces } from "../trace-calls.ts";
import { traceSending } from "../trace-sending.ts";
import type { Bounds, Execute } from "./execute.ts";

export interface SendDeps extends Pick<Runtime, "clock"> {
  readonly upstreamOf: (server: string) => Upstream | undefined;
  readonly allowedRequestsOf: (tool: RegisteredTool) => readonly Asking[];
  readonly hideSecrets: (text: string) => string;
  readonly traces?: Traces | undefined;
  /** Default: tools cannot call other tools. */
  readonly innerCallsOf?: InnerCallsOf;
}

/** Dispatches a call to its tool: in our own process, or on a server under its own name. */
export function createSend(dependencies: SendDeps): Execute {
  const { clock, upstreamOf, allowedRequestsOf, hideSecrets, traces, innerCallsOf } = dependencies;
  const cleanText = createCleanText(hideSecrets);
  const clean = (text: string): string => cleanText(text).text;

  return async (call, bounds) => {
    const { registered } = call;
    const { home, contract } = registered;
    if (home.kind === "local") return invoke(home.tool, call, bounds);
    const { signal } = bounds;
    const upstream = upstreamOf(home.server);
    if (upstream === undefined) throw new UpstreamError({ kind: "unreachable" });
    const { input, channel, resumption, connection } = call;
    const sent = {
      name: contract.name,
      arguments: input,
      ...(channel && {
        channel: guardChannel(channel, { allowedRequests: allowedRequestsOf(registered), clean }),
      }),
      ...(resumption && { resumption }),
      ...(connection.kind === "made" && { outgoing: connection.outgoing }),
    };
    if (call.trace === undefined) return upstream.callTool(sent, signal);
    const sending = {
      method: "tools/call",
      target: contract.name,
      server: home.server,
      parent: call.trace,
    };
    return traceSending(sending, traces, (trace) =>
      upstream.callTool({ ...sent, ...(trace && { trace }) }, signal),
    );
  };

  async function invoke(tool: Tool, call: ApprovedCall, bounds: Bounds): Promise<JsonObject> {
    // Inner calls end here: the tool cannot use them after it has answered.
    using inner = innerCallsOf?.(call, bounds);
    const context = contextOf(call, bounds.signal, clock.now());
    const given = inner === undefined ? context : { ...context, calls: inner.calls };
    const result = await tool.invoke(call.input, given, { clock });
    const isError = result.error !== undefined;
    const text = JSON.stringify(result);
    return {
      content: [{ type: "text", text }],
      ...(isJsonObject(result) ? { structuredContent: result } : {}),
      isError,
    };
  }
}

function contextOf(call: ApprovedCall, signal: AbortSignal, now: number): ToolContext {
  const { principal, agent, correlationId, traceId, registered } = call;
  const { permissions } = principal;
  return {
    // A program acting for itself is not a user (S3-60). It has its own grants.
    userId: principal.kind === "system" ? null : principal.id,
    correlationId,
    traceId,
    agentId: agent.name,
    agentVersion: agent.version,
    timestamp: new Date(now).toISOString(),
    permissions:
      permissions === "all" ? (registered.contract.terms.permissions ?? []) : permissions,
    signal,
  };
}
