import {
  type AuthInfo,
  ProtocolError,
  type RequestMethod,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { toMcp } from "../foundation/errors/to-mcp.ts";
import type { Era } from "../upstreams/upstream.ts";

/** The server object of the protocol's SDK: one for each request, session or pipe. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to steer authors of tools to McpServer; a gateway is what it is for
export type ProtocolServer = Server;

/** Who is at the other end of a server object. */
export interface Client {
  readonly era: Era;
  /** Whether it stays after its request: then it is told of changes, and a legacy one can be asked. */
  readonly stays: boolean;
}

export type McpRequest = ServerContext["mcpReq"];
type Answer = (
  params: JsonObject,
  request: McpRequest,
  /** Says who sent the request, to whoever made the mark. */
  mark: AuthInfo | undefined,
) => Promise<JsonObject>;

/** Has a method answered. What is thrown leaves as a refusal in the protocol's own form. */
export function answerTo(server: ProtocolServer, method: RequestMethod, answer: Answer): void {
  server.setRequestHandler(method, (request, { mcpReq, http }) =>
    answer(jsonOf(request.params) ?? {}, mcpReq, http?.authInfo).catch((error: unknown) =>
      // Only the modern era has an envelope.
      refusal(error, mcpReq.envelope === undefined ? "legacy" : "modern"),
    ),
  );
}

/** A refusal that a model can act on is a result; one that only a client can act on is an error of the protocol. */
function refusal(error: unknown, era: Era): JsonObject {
  const outcome = toMcp(error, era);
  if (outcome.kind === "result") return outcome.result;
  throw new ProtocolError(outcome.code, outcome.message, outcome.data);
}

/** What the protocol's SDK hands over came as JSON, although it is typed as anything. */
export function jsonOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
