import { type AuthInfo, Server } from "@modelcontextprotocol/server";
import type { Identities } from "../governance/identity/create-identities.ts";
import type { Relays } from "../relays/relays.ts";
import { isLevel, type Level } from "../upstreams/notifications.ts";
import { reachOf, resumptionOf, type Said } from "./caller-channel.ts";
import type { PrincipalOf, TakeRequest } from "./callers.ts";
import { type Line, type OpenSideDoor, relaysOf } from "./entrance.ts";
import { createFollowing, type Following } from "./following.ts";
import type { ClosingTime } from "./graceful-shutdown.ts";
import { type Arrival, incomingCall, resultOf, traceRequest } from "./incoming-call.ts";
import {
  answerTo,
  type Client,
  capabilitiesOf,
  jsonOf,
  type McpRequest,
  type ProtocolServer,
  speakLegacyNumbers,
} from "./protocol-server.ts";
import { answerRelayed } from "./relayed.ts";

export interface Face {
  readonly line: Line;
  readonly arrival: Arrival;
  readonly version: string;
  readonly closing: ClosingTime;
  /** Authentication of HTTP callers. Default: every caller is the local principal. */
  readonly identities?: Identities;
  /** Counts the HTTP requests of each principal. Default: no limit. */
  readonly takeRequest?: TakeRequest;
  /** HTTP endpoints for identified people, beside the protocol. Default: none. */
  readonly admin?: OpenSideDoor;
}

/**
 * Creates the server object for a client. A new one per request, session or pipe, as the protocol's
 * SDK requires.
 */
export function createMcpServer(
  face: Face,
  client: Client,
  principalOf: PrincipalOf,
): ProtocolServer {
  const { line, version } = face;
  // oxlint-disable-next-line typescript/no-deprecated -- as for `ProtocolServer`
  const server = new Server(
    { name: "toolcourt", version },
    { capabilities: capabilitiesOf(line.relays) },
  );
  if (client.era === "legacy") speakLegacyNumbers(server);
  const said = client.stays ? listenTo(server, client) : saidNothing;
  const following = client.stays ? tellOfChanges(server, line) : undefined;
  const signalOf = ({ signal }: McpRequest): AbortSignal =>
    AbortSignal.any([signal, face.closing.signal]);

  answerTo(server, "tools/list", (_params, request, mark) =>
    traceRequest({ method: "tools/list", meta: jsonOf(request._meta) }, line.traces, async () => ({
      tools: line.listed(principalOf(mark)),
    })),
  );
  answerTo(server, "tools/call", async (params, request, mark) => {
    const principal = principalOf(mark);
    // oxlint-disable-next-line typescript/no-deprecated -- a legacy client names itself nowhere else
    const greeted = server.getClientVersion();
    const meta = jsonOf(request._meta);
    const envelope = jsonOf(request.envelope);
    const reach = reachOf(request, client, said);
    const resumption = resumptionOf(request);
    const asked = { params, meta, envelope, greeted, reach, resumption, principal };
    const call = incomingCall(asked, face.arrival.newId);
    return resultOf(await line.callTool(call, signalOf(request)));
  });
  const relaysTo = (mark?: AuthInfo): Relays => relaysOf(line, principalOf(mark));
  const { relays, traces } = line;
  answerRelayed(server, { relays, relaysTo, client, said, following, signalOf, traces });
  return server;
}

const saidNothing: Said = { capabilities: () => undefined, logLevel: () => undefined };

/** Remembers what a legacy client states once for all later requests. */
function listenTo(server: ProtocolServer, { era }: Client): Said {
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
function tellOfChanges(server: ProtocolServer, { relays, subscribe }: Line): Following {
  const following = createFollowing((uri) => tell(server.sendResourceUpdated({ uri })));
  const ends = [
    subscribe(() => tell(server.sendToolListChanged())),
    relays.subscribe((what) =>
      tell(what === "prompts" ? server.sendPromptListChanged() : server.sendResourceListChanged()),
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
function tell(told: Promise<void>): void {
  void told.catch(() => undefined);
}
