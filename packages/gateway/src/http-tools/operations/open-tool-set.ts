import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { KeptUpstream } from "../../upstreams/keep-connected.ts";
import { UpstreamError } from "../../upstreams/upstream.ts";
import { draftDigest } from "../drafts/draft.ts";
import { type HttpTool, pinned } from "./http-tool.ts";
import type { SendOperation } from "./send-operation.ts";

export interface ToolSetOptions {
  readonly name: string;
  /** Returns the current tools of the set. */
  readonly source: (signal: AbortSignal) => Promise<readonly HttpTool[]>;
  readonly send: SendOperation;
  readonly base?: URL;
}

/** A set has only tools. */
function none(): Promise<never> {
  return Promise.reject(new UpstreamError({ kind: "rpc", code: -32_601 }));
}

/** HTTP tools, registered like a server. */
export interface ToolSet extends KeptUpstream {
  /** The HTTP tools listed so far, by the digest of their operation. */
  readonly known: ReadonlyMap<string, HttpTool>;
}

/**
 * Opens a set as a server without a protocol. Calls use the operation of their contract even if the
 * set has changed since: the contract includes the operation's digest.
 */
export function openToolSet({ name, source, send, base }: ToolSetOptions): ToolSet {
  const known = new Map<string, HttpTool>();
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();

  return {
    era: "modern",
    isConnected: () => true,
    capabilities: () => ({ tools: {} }),
    request: none,
    watchResources: async () => undefined,
    lost,
    known,
    listTools: async (signal) => {
      const tools = await source(signal);
      for (const http of tools) known.set(draftDigest(http), http);
      return tools.map(pinned);
    },
    callTool: async ({ outgoing, arguments: given, endsAt }, signal) => {
      const http = known.get(outgoing?.operation ?? "");
      if (outgoing === undefined || http === undefined) {
        throw new UpstreamError({ kind: "unreachable" });
      }
      const bounds = { ...(base && { base }), ...(endsAt !== undefined && { endsAt }) };
      const sending = { http, server: name, arguments: given, outgoing, ...bounds };
      return send(sending, signalOf(signal));
    },
    [Symbol.asyncDispose]: async () => lose(),
  };
}
