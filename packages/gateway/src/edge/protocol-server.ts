import {
  type AuthInfo,
  type JSONRPCMessage,
  ProtocolError,
  type RequestMethod,
  type Server,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import type { Era } from "../protocol/era.ts";
import { type Advertised, tasksExtension } from "../protocol/extensions.ts";
import type { OpenRelays, Relays } from "../relays/relays.ts";
import type { OfferedTasks } from "./entrance.ts";

/** The server object of the protocol's SDK: one per request, session or pipe. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so to steer authors of tools to McpServer; a gateway is what it is for
export type ProtocolServer = Server;

/** The client of a server object. */
export interface Client {
  readonly era: Era;
  /**
   * Whether it stays connected after its request. Then it is notified of changes, and a legacy
   * client can be asked.
   */
  readonly stays: boolean;
  /** Who opens the connection or sends the request. Default: as without identities. */
  readonly sender?: AuthInfo | undefined;
}

export type McpRequest = ServerContext["mcpReq"];
type Answer = (
  params: JsonObject,
  request: McpRequest,
  /** Identifies the sender of the request, for `PrincipalOf`. */
  authInfo: AuthInfo | undefined,
) => Promise<JsonObject>;

/** Registers the handler of a method. An error leaves as a refusal in the protocol's form. */
export function answerTo(server: ProtocolServer, method: RequestMethod, answer: Answer): void {
  server.setRequestHandler(method, (request, { mcpReq, http }) =>
    answer(jsonOf(request.params) ?? {}, mcpReq, http?.authInfo).catch((error: unknown) =>
      // Only the modern era has an envelope.
      refusal(error, mcpReq.envelope === undefined ? "legacy" : "modern"),
    ),
  );
}

/** Formats a refusal: a result if a model can act on it, a protocol error if only a client can. */
function refusal(error: unknown, era: Era): JsonObject {
  const outcome = toMcp(error, era);
  if (outcome.kind === "result") return outcome.result;
  throw new ProtocolError(outcome.code, outcome.message, outcome.data);
}

/** The SDK's values came as JSON, although they are typed as unknown. */
export function jsonOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/**
 * In the protocol's terms. A type alias, because the compiler accepts only an alias as plain JSON.
 */
type Capabilities = {
  readonly tools: { readonly listChanged: true };
  readonly logging: Record<string, never>;
  readonly resources?: { readonly listChanged: true; readonly subscribe: true };
  readonly prompts?: { readonly listChanged: true };
  readonly completions?: Record<string, never>;
};

/** Returns the capabilities announced to clients of either era. */
export function capabilitiesOf({ offered }: Pick<OpenRelays, "offered">): Capabilities {
  const there = offered();
  return {
    tools: { listChanged: true },
    logging: {},
    ...(there.has("resources") && { resources: { listChanged: true, subscribe: true } }),
    ...(there.has("prompts") && { prompts: { listChanged: true } }),
    ...(there.has("completions") && { completions: {} }),
  };
}

/** Returns the extensions announced to a client: those of servers that it may use. */
export function extensionsFor(
  { era }: Pick<Client, "era">,
  { extensions }: Pick<Relays, "extensions">,
  tasks: Pick<OfferedTasks, "waits"> | undefined,
): { readonly extensions?: Advertised } {
  const { [tasksExtension]: ofServers, ...others } = extensions(era);
  const areOffered = tasks !== undefined && (ofServers !== undefined || tasks.waits);
  const hasTasks = era === "modern" && areOffered;
  const offered = hasTasks ? { ...others, [tasksExtension]: {} } : others;
  return Object.keys(offered).length === 0 ? {} : { extensions: offered };
}

/** Error code for an unknown resource before the modern era. */
const resourceNotFound = -32_002;

/**
 * Makes a server send the error code that legacy clients expect. The SDK sends the modern one in
 * both eras.
 */
export function speakLegacyNumbers(server: ProtocolServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(renumbered(message), options);
    return connect(transport);
  };
}

function renumbered(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error } = message;
  const isUnknown = isJsonObject(error.data) && error.data["code"] === "resource-unknown";
  return isUnknown ? { ...message, error: { ...error, code: resourceNotFound } } : message;
}
