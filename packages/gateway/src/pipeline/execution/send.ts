import { createCleanText } from "../../boundary/cleaning/clean-value.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type Asking, type Upstream, UpstreamError } from "../../upstreams/upstream.ts";
import { guardChannel } from "../guard-channel.ts";
import type { Traces } from "../trace-calls.ts";
import { traceSending } from "../trace-sending.ts";
import type { Execute } from "./execute.ts";
import { type InvokeLocalDeps, invokeLocal } from "./invoke-local.ts";

export interface SendDeps extends InvokeLocalDeps {
  readonly upstreamOf: (server: string) => Upstream | undefined;
  readonly allowedRequestsOf: (tool: RegisteredTool) => readonly Asking[];
  readonly hideSecrets: (text: string) => string;
  readonly traces?: Traces | undefined;
}

/** Dispatches a call to its tool: in our own process, or on a server under its own name. */
export function createSend(dependencies: SendDeps): Execute {
  const { upstreamOf, allowedRequestsOf, hideSecrets, traces } = dependencies;
  const cleanText = createCleanText(hideSecrets);
  const clean = (text: string): string => cleanText(text).text;

  return async (call, bounds) => {
    const { registered } = call;
    const { home, contract } = registered;
    if (home.kind === "local") return invokeLocal(home.tool, call, { ...dependencies, ...bounds });
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
}
