import type { IncomingMessage } from "node:http";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { Announcing, ListenBus } from "./announce.ts";
import type { Callers } from "./callers.ts";
import type { EndpointApi, GatewayApi } from "./entrance.ts";
import { createFastLane } from "./fast-lane.ts";
import { createLanes, type Lane, type LaneDeps } from "./lanes.ts";
import { createMcpServer, type EntranceDeps } from "./mcp-server.ts";
import type { Client, ProtocolServer } from "./protocol-server.ts";
import { Sessions, type SessionsOptions } from "./sessions.ts";
import { type Siblings, sessionIdIn } from "./siblings.ts";

// The paths of the protocol: the whole gateway, and its endpoints.

const wholePath = "/mcp";

/** What one path of the protocol offers. */
export interface HttpDoor extends Pick<LaneDeps, "fastLane"> {
  readonly path: string;
  /** Creates the server object for one request. */
  readonly serverFor: (client: Client) => ProtocolServer | McpServer;
  /** Notifies listening modern clients until the returned object is disposed. Default: none. */
  readonly announce?: (listeners: ListenBus) => Announcing;
  /** The tools that calls can name. They declare arguments that are repeated in headers. */
  readonly fullList: GatewayApi["listed"];
}

/** An open path of the protocol. */
export interface OpenDoor extends AsyncDisposable {
  readonly lanes: Lane;
}

export function openDoor(door: HttpDoor, deps: Omit<LaneDeps, "fastLane">): OpenDoor {
  const listeners = new ListenBus();
  const { bus } = listeners;
  const handler = createMcpHandler(
    ({ era, authInfo }) => door.serverFor({ era, stays: false, sender: authInfo }),
    { bus },
  );
  const announcing = door.announce?.(listeners);
  const { fastLane } = door;
  return {
    lanes: createLanes({ ...deps, ...(fastLane && { fastLane }) }, handler, announcing),
    [Symbol.asyncDispose]: async () => {
      announcing?.[Symbol.dispose]();
      await handler.close();
    },
  };
}

export interface DoorsDeps extends Pick<SessionsOptions, "clock"> {
  readonly callers: Callers;
  readonly siblings: Siblings | undefined;
}

export interface Doors {
  readonly doors: readonly [HttpDoor, ...HttpDoor[]];
  readonly sessions: Sessions;
}

/** Creates a door for the whole gateway and for each endpoint. Each session belongs to one. */
export function createDoors(deps: EntranceDeps, { callers, ...others }: DoorsDeps): Doors {
  const { gateway: whole, endpoints = [], isWholeServed = true, arrival } = deps;
  const { principalOf } = callers;
  const sessions = openSessions(deps, { callers, ...others });
  const doorTo = ({ path, gateway }: Pick<EndpointApi, "path" | "gateway">): HttpDoor => {
    const here = { ...deps, gateway };
    return {
      path,
      serverFor: (client) => createMcpServer(here, client, principalOf),
      fastLane: createFastLane(here, sessions, principalOf),
      announce: (listeners) => new Announcing({ gateway, newId: arrival.newId }, listeners),
      fullList: gateway.fullList ?? gateway.listed,
    };
  };
  const all = isWholeServed ? [{ path: wholePath, gateway: whole }, ...endpoints] : endpoints;
  const [first, ...rest] = all.map(doorTo);
  if (first === undefined) throw new Error("A listener needs at least one path.");
  return { doors: [first, ...rest], sessions };
}

/** Opens the sessions of all paths. Each belongs to the path where it was opened. */
function openSessions(deps: EntranceDeps, { callers, siblings, clock }: DoorsDeps): Sessions {
  const { arrival, endpoints = [] } = deps;
  const { principalOf, revocationOf } = callers;
  const byPath = new Map(endpoints.map((each) => [each.path, each]));
  const endpointOf = ({ url = "" }: IncomingMessage): EndpointApi | undefined => byPath.get(url);
  return new Sessions({
    clock,
    // An id has 122 random bits. A session id must be harder to guess.
    newId: () => sessionIdIn(siblings, `${arrival.newId()}${arrival.newId()}`),
    serverFor: (request) => {
      const gateway = endpointOf(request)?.gateway ?? deps.gateway;
      const client = { era: "legacy", stays: true, sender: request.auth } as const;
      return createMcpServer({ ...deps, gateway }, client, principalOf);
    },
    ownerOf: (request) => {
      const { id } = principalOf(request.auth);
      const endpoint = endpointOf(request);
      // No id of a principal has this form: it begins with a name that the operator chose.
      return endpoint === undefined ? id : JSON.stringify([endpoint.name, id]);
    },
    principalOf: ({ auth }) => principalOf(auth).id,
    revocationOf: ({ auth }) => revocationOf(auth),
    shared: deps.sharedSessions,
    placeId: (id) => sessionIdIn(siblings, id),
  });
}
