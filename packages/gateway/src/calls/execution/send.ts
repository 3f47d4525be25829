import { isJsonObject, type JsonObject, type Tool, type ToolContext } from "@toolcourt/sdk";
import { createCleanText } from "../../cleaning/clean-text.ts";
import type { Clock } from "../../kernel/clock.ts";
import {
  type Progress,
  type Reach,
  type Upstream,
  UpstreamError,
} from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import type { Execute } from "./execute.ts";

export interface SendDependencies {
  readonly clock: Clock;
  readonly upstreamOf: (server: string) => Upstream | undefined;
  readonly hideSecrets: (text: string) => string;
}

const longestMessage = 1_000;

/** Brings a call to where its tool lives: into our own process, or to a server under the name it knows. */
export function createSend({ clock, upstreamOf, hideSecrets }: SendDependencies): Execute {
  const cleanText = createCleanText(hideSecrets);

  return async (call, { signal }) => {
    const { home, contract } = call.registered;
    if (home.kind === "local") return invoke(home.tool, call, contextOf(call, signal, clock.now()));
    const upstream = upstreamOf(home.server);
    if (upstream === undefined) throw new UpstreamError({ kind: "unreachable" });
    const { input, reach, resumption } = call;
    return upstream.callTool(
      {
        name: contract.name,
        arguments: input,
        ...(reach && { reach: cleanedReach(reach) }),
        ...(resumption && { resumption }),
      },
      signal,
    );
  };

  function cleanedReach(reach: Reach): Reach {
    const { onProgress } = reach;
    if (onProgress === undefined) return reach;
    return { ...reach, onProgress: (at) => onProgress(cleaned(at)) };
  }

  // What a tool says on its way is data too, and no other stage looks at it.
  function cleaned({ message, ...progress }: Progress): Progress {
    if (message === undefined) return progress;
    return { ...progress, message: cleanText(message).text.slice(0, longestMessage) };
  }

  async function invoke(tool: Tool, call: ApprovedCall, context: ToolContext): Promise<JsonObject> {
    const result = await tool.invoke(call.input, context, { clock });
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
    userId: principal.id,
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
