import { Server } from "@modelcontextprotocol/server";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Identities } from "../governance/identity/create-identities.ts";
import { isLevel, type Level } from "../upstreams/notifications.ts";
import { answerTasks } from "./answer-tasks.ts";
import { type ClientDeclarations, callerChannelOf, resumptionOf } from "./caller-channel.ts";
import type { HoldToken, PrincipalOf, TakeRequest } from "./callers.ts";
import type { EndpointApi, GatewayApi, OpenAdmin, OpenConsole } from "./entrance.ts";
import { Following } from "./following.ts";
import type { GracefulShutdown } from "./graceful-shutdown.ts";
import { type Arrival, incomingCall, resultOf, traceRequest } from "./incoming-call.ts";
import type { ListenerTls } from "./listen-on.ts";
import {
  answerTo,
  type Client,
  capabilitiesOf,
  extensionsFor,
  jsonOf,
  type ProtocolServer,
  speakLegacyNumbers,
} from "./protocol-server.ts";
import { answerRelayed } from "./relayed.ts";
import type { SharedSessions } from "./shared-sessions.ts";
import type { Shedding } from "./shedding.ts";
import type { PreambleDeps } from "./take-preambles.ts";

export interface EntranceDeps extends Pick<Runtime, "clock"> {
  readonly gateway: GatewayApi;
  /** Parts of the gateway with paths of their own, over HTTP. Default: none. */
  readonly endpoints?: readonly EndpointApi[] | undefined;
  /** Whether `/mcp` serves the whole gateway over HTTP. Default: it does. */
  readonly isWholeServed?: boolean | undefined;
  readonly arrival: Arrival;
  readonly version: string;
  readonly shutdown: GracefulShutdown;
  /** Called when a client was disconnected because it does not read. Default: not reported. */
  readonly stalled?: (entrance: "stdio" | "http", waitingBytes: number) => void;
  /** Wraps tokens for an exchange. Default: tokens are dropped once verified. */
  readonly holdToken?: HoldToken;
  /** Authentication of HTTP callers. Default: every caller is the local principal. */
  readonly identities?: Identities;
  /** Counts the HTTP requests of each principal. Default: no limit. */
  readonly takeRequest?: TakeRequest;
  /** Refuses new requests while memory is scarce. Default: none are refused. */
  readonly shedding?: Shedding;
  /** Continues sessions of other gateways. Default: each session stays in its process. */
  readonly sharedSessions?: SharedSessions | undefined;
  /** HTTP endpoints for identified people, beside the protocol. Default: none. */
  readonly admin?: OpenAdmin;
  /** Answers what the policy decides, for identified programs. Default: none. */
  readonly authzen?: OpenAdmin | undefined;
  /** Serves the console to browsers. Default: off. */
  readonly console?: OpenConsole | undefined;
  /** Makes a code that opens one session of the console. Default: the console is off. */
  readonly issueCode?: (() => string) | undefined;
  /** Called when the connection of a named proxy was closed. Default: not reported. */
  readonly preambleRefused?: PreambleDeps["refused"];
  /** Called with an extension of a client that is not handled. Default: not reported. */
  readonly unknownExtension?: (extension: string) => void;
  /** Certificate of the HTTP listener. Default: plain HTTP. */
  readonly tls?: ListenerTls;
}

/**
 * Creates the server object for a client. A new one per request, session or pipe, as the protocol's
 * SDK requires.
 */
export function createMcpServer(
  deps: EntranceDeps,
  client: Client,
  principalOf: PrincipalOf,
): ProtocolServer {
  const { gateway, version } = deps;
  const own = gateway.relaysFor(principalOf(client.sender));
  // oxlint-disable-next-line typescript/no-deprecated -- as for `ProtocolServer`
  const server = new Server(
    { name: "toolcourt", version },
    {
      capabilities: {
        ...capabilitiesOf(gateway.relays),
        ...extensionsFor(client, own, gateway.tasks),
      },
    },
  );
  if (client.era === "legacy") speakLegacyNumbers(server);
  const { unknownExtension } = deps;
  const said = client.stays ? listenTo(server, client) : nothingDeclared;
  const declared = { ...said, unknownExtension };
  const following = client.stays ? notifyOfChanges(server, gateway) : undefined;
  const { signal: closing } = deps.shutdown;

  answerTo(server, "tools/list", (_params, request, authInfo) =>
    traceRequest(
      { method: "tools/list", meta: jsonOf(request._meta) },
      gateway.traces,
      async () => ({
        tools: gateway.listed(principalOf(authInfo)),
      }),
    ),
  );
  answerTo(server, "tools/call", async (params, request, authInfo) => {
    const principal = principalOf(authInfo);
    // oxlint-disable-next-line typescript/no-deprecated -- a legacy client names itself nowhere else
    const greeted = server.getClientVersion();
    const meta = jsonOf(request._meta);
    const envelope = jsonOf(request.envelope);
    const channel = callerChannelOf(request, client, declared);
    const resumption = resumptionOf(request);
    const asked = { params, meta, envelope, greeted, channel, resumption, principal };
    const call = incomingCall(asked, deps.arrival.newId);
    return resultOf(await gateway.callTool(call, AbortSignal.any([request.signal, closing])));
  });
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  const greeted = () => server.getClientVersion();
  const { newId } = deps.arrival;
  const relaying = { gateway, principalOf, client, declared, following, closing, greeted, newId };
  answerRelayed(server, relaying);
  if (client.era === "modern") answerTasks(server, { ...gateway, principalOf });
  return server;
}

const nothingDeclared: ClientDeclarations = {
  capabilities: () => undefined,
  logLevel: () => undefined,
};

/** Remembers what a legacy client states once for all later requests. */
function listenTo(server: ProtocolServer, { era }: Client): ClientDeclarations {
  let logLevel: Level | undefined;
  if (era === "legacy") {
    answerTo(server, "logging/setLevel", async ({ level }) => {
      if (isLevel(level)) logLevel = level;
      return {};
    });
  }
  return {
    // oxlint-disable-next-line typescript/no-deprecated -- a legacy client says what it can do nowhere else
    capabilities: () => jsonOf(server.getClientCapabilities()),
    logLevel: () => logLevel,
  };
}

/** Notifies a connected client of changed lists and followed resources until it disconnects. */
function notifyOfChanges(server: ProtocolServer, { relays, subscribe }: GatewayApi): Following {
  const following = new Following((uri) => notify(server.sendResourceUpdated({ uri })));
  const ends = [
    subscribe(() => notify(server.sendToolListChanged())),
    relays.subscribe((what) =>
      notify(
        what === "prompts" ? server.sendPromptListChanged() : server.sendResourceListChanged(),
      ),
    ),
  ];
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server has this one place and no events
  server.onclose = () => {
    for (const end of ends) end();
    void following[Symbol.asyncDispose]();
  };
  return following;
}

/** A client that is not connected lists again anyway. */
function notify(sent: Promise<void>): void {
  void sent.catch(() => undefined);
}
