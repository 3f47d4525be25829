import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ServerConfig } from "../config/offering.ts";
import { EraMemory, type UpstreamDeps } from "../upstreams/connection.ts";
import type { KeptUpstream } from "../upstreams/keep-connected.ts";
import type { Transport } from "../upstreams/transport.ts";
import { openUpstream } from "../upstreams/transports.ts";
import type { Upstream } from "../upstreams/upstream.ts";
import { CallerSessions, type Definitions, definitionsOf } from "./caller-sessions.ts";
import { noConnections, type Outside } from "./open-tool-set.ts";

type McpServer = Pick<ServerConfig, "name" | "allowedRequests" | "extensions"> & {
  readonly transport: Transport;
};

interface CallersDeps
  extends Pick<Runtime, "clock">,
    Pick<UpstreamDeps, "searchPath" | "lookup" | "ca"> {
  readonly outside?: Pick<Outside, "connections">;
  readonly stack: AsyncDisposableStack;
  /** Handshake timeout. */
  readonly openingMs: number;
}

/** Adds the sessions of callers to a server that each caller signs in to. */
export function withCallers(
  upstream: KeptUpstream,
  { name: server, transport, allowedRequests, extensions }: McpServer,
  { clock, searchPath, lookup, ca, outside, stack, openingMs }: CallersDeps,
): { readonly upstream: KeptUpstream; readonly callers?: CallerSessions } {
  if (transport.kind === "stdio" || transport.connection?.kind !== "caller") return { upstream };
  const { connections = noConnections } = outside ?? {};
  const memory = new EraMemory(clock);
  let reviewed: Definitions = new Map();
  const callers = new CallerSessions({
    clock,
    server,
    origin: transport.url.origin,
    exchange: transport.connection.exchange,
    connections,
    reviewed: (tool) => reviewed.get(tool),
    open: (credentials, listeners, until) =>
      withTimeout({ clock, ms: openingMs, signal: until }, (signal) => {
        const parts = { clock, listeners, signal, memory, searchPath, allowedRequests, ca };
        const more = { extensions, credentials, ...(lookup && { lookup }) };
        return openUpstream(transport, { ...parts, ...more });
      }),
  });
  const listTools: Upstream["listTools"] = async (signal) => {
    const tools = await upstream.listTools(signal);
    reviewed = definitionsOf(tools);
    return tools;
  };
  // Copying would freeze the era of the moment.
  const listing: KeptUpstream = {
    get era() {
      return upstream.era;
    },
    listTools,
    callTool: upstream.callTool,
    request: upstream.request,
    capabilities: upstream.capabilities,
    watchResources: upstream.watchResources,
    lost: upstream.lost,
    isConnected: upstream.isConnected,
    ...(upstream.health && { health: upstream.health }),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
  return { upstream: listing, callers: stack.use(callers) };
}
