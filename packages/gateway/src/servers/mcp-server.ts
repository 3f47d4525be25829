import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { toMcp } from "../errors/to-mcp.ts";
import type { Progress } from "../upstreams/upstream.ts";
import { type Arrival, incomingCall } from "./incoming-call.ts";
import type { Line } from "./line.ts";
import { resultOf } from "./result-of.ts";

export interface Face {
  readonly line: Line;
  readonly arrival: Arrival;
  readonly version: string;
}

/** What clients of either era talk to. Made anew for every connection or request, as the protocol's SDK wants it. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to steer authors of tools to McpServer; a gateway is what it is for
export function createMcpServer({ line, arrival, version }: Face): Server {
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  const server = new Server({ name: "toolcourt", version }, { capabilities: { tools: {} } });

  server.setRequestHandler(
    "tools/list",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is listed was read and judged as tools
    () => ({ tools: line.listed() }) as unknown as ListToolsResult,
  );
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    // oxlint-disable-next-line typescript/no-deprecated -- a legacy client names itself nowhere else
    const greeted = server.getClientVersion();
    const call = incomingCall(
      {
        params: jsonOf(params) ?? {},
        meta: jsonOf(mcpReq._meta),
        envelope: jsonOf(mcpReq.envelope),
        greeted,
      },
      arrival,
    );
    const onProgress = progressTo(mcpReq);
    try {
      const result = await line.callTool(
        { ...call, ...(onProgress && { reach: { capabilities: {}, onProgress } }) },
        mcpReq.signal,
      );
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the second gate has checked it
      return resultOf(result) as unknown as CallToolResult;
    } catch (error) {
      return refusal(error);
    }
  });
  return server;
}

/** A refusal that a model can act on is a result; one that only a client can act on is an error of the protocol. */
function refusal(error: unknown): CallToolResult {
  const outcome = toMcp(error);
  if (outcome.kind === "rpc-error") {
    throw new ProtocolError(outcome.code, outcome.message, outcome.data);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by our own hand just now
  return outcome.result as unknown as CallToolResult;
}

/** Where a caller asked to be told of progress, and only there. */
function progressTo(request: ServerContext["mcpReq"]): ((progress: Progress) => void) | undefined {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    const params = { ...progress, progressToken };
    // A caller that has left misses nothing.
    void request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** What the protocol's SDK hands over came as JSON, although it is typed as anything. */
function jsonOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
