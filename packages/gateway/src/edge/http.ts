import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { ProtectedResource } from "../governance/identity/protected-resource.ts";
import { type AuthenticatedRequest, type Callers, createCallers, limitCallers } from "./callers.ts";
import {
  type ConnectionLimits,
  defaultConnections,
  limitConnections,
  PendingRequests,
} from "./connections.ts";
import { createDoors, type HttpDoor, type OpenDoor, openDoor } from "./doors.ts";
import { adminPath, createElsewhere, isForConsole, type SideDoors } from "./elsewhere.ts";
import { endSlowReaders, type SlowReaders } from "./end-slow-readers.ts";
import type { GatewayApi, NotReady } from "./entrance.ts";
import { stopping } from "./graceful-shutdown.ts";
import { createHostGuard, createOriginGuard, type Guard } from "./host-origin-guard.ts";
import type { LaneDeps } from "./lanes.ts";
import { createListener, type ListenerTls, listenOn } from "./listen-on.ts";
import type { EntranceDeps } from "./mcp-server.ts";
import { createProxyGuard, type NamedProxies } from "./named-proxies.ts";
import { createPages, draining } from "./pages.ts";
import { type RefusedReading, type RequestReading, readRequest } from "./read-request.ts";
import { refuse, sendsOneHost } from "./refuse-request.ts";
import { noCapacity, type Shedding } from "./shedding.ts";
import { Forwarding, firstWorker, type Siblings, workerOfSession } from "./siblings.ts";
import { type PreambleDeps, Preambles } from "./take-preambles.ts";

export interface HttpEntrance extends Omit<LaneDeps, "fastLane">, SlowReaders, SideDoors {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The paths of the protocol. The first one is told to people. */
  readonly doors: readonly [HttpDoor, ...HttpDoor[]];
  readonly whyNotReady: GatewayApi["whyNotReady"];
  /** Default: no server is left out. */
  readonly leftOut?: GatewayApi["leftOut"];
  /** Default: no changed file waits for a reload. */
  readonly pendingFiles?: GatewayApi["pendingFiles"];
  /** Authorization metadata for callers. Undefined if callers need no identity. */
  readonly resource: ProtectedResource | undefined;
  /** Default: those of `defaultConnections`. */
  readonly connections?: ConnectionLimits | undefined;
  /** Refuses new requests while memory is scarce. Default: none are refused. */
  readonly shedding?: Shedding | undefined;
  /** Other processes on the same port. Default: none. */
  readonly siblings?: Siblings | undefined;
  /** Default: plain HTTP. */
  readonly tls?: ListenerTls | undefined;
  /** The proxies whose word about a client counts. Default: none. */
  readonly proxies?: NamedProxies | undefined;
  /** Called when the connection of a named proxy was closed. Default: not reported. */
  readonly preambleRefused?: PreambleDeps["refused"];
}

export interface Listening extends AsyncDisposable {
  readonly url: URL;
  /** Reads and judges the files of TLS again. Default: the listener speaks plain HTTP. */
  readonly prepareTls?: ListenerTls["prepare"];
}

/** Slow requests time out, so that slow clients cannot occupy every slot. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 };

type Answer = (request: AuthenticatedRequest, response: ServerResponse) => Promise<void>;
interface ReadDoor extends OpenDoor {
  readonly read: Read;
}

/**
 * Opens the HTTP entrance: Streamable HTTP of both eras under each of its paths, and two health
 * endpoints. Checks `Host` and `Origin` first. Parses a message once, strictly, before any
 * processing.
 */
export async function listenHttp(entrance: HttpEntrance): Promise<Listening> {
  const { sessions, shutdown } = entrance;
  const doors = new Map(
    entrance.doors.map((door) => [
      door.path,
      { ...openDoor(door, entrance), read: createRead(entrance, door) },
    ]),
  );
  const close = async (): Promise<void> => {
    for (const door of doors.values()) await door[Symbol.asyncDispose]();
    await sessions[Symbol.asyncDispose]();
  };
  const answer = createAnswer(entrance, doors);
  const preambles = preamblesOf(entrance);
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    preambles?.tell(request);
    void answer(request, response).catch(() => {
      response.destroy();
    });
  };
  const server = createListener(timeouts, entrance.tls, listener);
  const limits = entrance.connections ?? defaultConnections;
  const closeConnections = limitConnections(server, limits, preambles?.clientOf);
  endSlowReaders(server, entrance);
  preambles?.attach(server);
  const forwarded = await listenOn(server, entrance, listener).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    url: urlOf(entrance, server.address()),
    ...(entrance.tls && { prepareTls: entrance.tls.prepare }),
    [Symbol.asyncDispose]: async () => {
      await shutdown.drain();
      const closed = new Promise((resolve) => server.close(resolve));
      await shutdown.close();
      await close();
      preambles?.[Symbol.dispose]();
      server.closeAllConnections();
      closeConnections();
      await forwarded?.[Symbol.asyncDispose]();
      await closed;
    },
  };
}

function urlOf(entrance: HttpEntrance, address: ReturnType<Server["address"]>): URL {
  const { host, port, tls, doors } = entrance;
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return new URL(`${tls === undefined ? "http" : "https"}://${host}:${taken}${doors[0].path}`);
}

function preamblesOf(entrance: HttpEntrance): Preambles | undefined {
  const { proxies, clock, connections, preambleRefused: refused } = entrance;
  if (proxies?.sends !== "proxy_protocol") return undefined;
  const { perCaller: max } = connections ?? defaultConnections;
  return new Preambles({ from: proxies.from, clock, max, refused });
}

function createAnswer(entrance: HttpEntrance, doors: ReadonlyMap<string, ReadDoor>): Answer {
  const { host, resource, leftOut, pendingFiles, shutdown, callers } = entrance;
  const pending = new PendingRequests(entrance.connections ?? defaultConnections);
  const address = { host, resource: resource?.resource };
  const guards = [
    sendsOneHost,
    ...(entrance.proxies === undefined ? [] : [createProxyGuard(entrance.proxies)]),
    createHostGuard(address),
    originGuardOf(entrance, createOriginGuard(address)),
    ...(entrance.siblings === undefined ? [] : [createForwardGuard(entrance.siblings, doors)]),
  ];
  const whyNotReady = (): readonly NotReady[] =>
    shutdown.isDraining() ? [draining] : entrance.whyNotReady();
  const paths = entrance.doors.map(({ path }) => path);
  const place = { isTls: entrance.tls !== undefined, hasConsole: entrance.console !== undefined };
  const pageFor = createPages({ paths, whyNotReady, leftOut, pendingFiles, resource, ...place });
  const elsewhere = createElsewhere(entrance, pageFor);

  return async (request, response) => {
    if (!guards.every((passes) => passes(request, response))) return;
    const door = doors.get(request.url ?? "");
    if (door === undefined) {
      await elsewhere(request, response);
      return;
    }
    const reading = await door.read(request);
    // A caller that disconnected during the read is not waiting, and fires no second close event.
    if (response.destroyed) return;
    if (reading.kind === "refused") {
      refuse(response, reading);
      return;
    }
    if (!pending.begin(callers.principalOf(request.auth).id, response)) {
      refuse(response, overloaded);
      return;
    }
    await door.lanes(request, response, reading.message);
  };
}

/** The console knows more of our own addresses, and refuses every other page by itself. */
function originGuardOf({ console: page }: SideDoors, guard: Guard): Guard {
  if (page === undefined) return guard;
  return (request, response) => isForConsole(request) || guard(request, response);
}

/** Lets requests pass that this process can answer. The others are forwarded. */
function createForwardGuard(siblings: Siblings, doors: ReadonlyMap<string, unknown>): Guard {
  const forwarding = new Forwarding(siblings);
  /** Returns the only process that can answer a request. Undefined if each of them can. */
  const workerFor = (request: IncomingMessage): number | undefined => {
    const { url = "" } = request;
    if (doors.has(url)) return workerOfSession(request);
    return url.startsWith(adminPath) || isForConsole(request) ? firstWorker : undefined;
  };
  return (request, response) => !forwarding.takes(request, response, workerFor(request));
}

type Read = (request: AuthenticatedRequest) => RequestReading | Promise<RequestReading>;

/** Identifies the sender before reading any of the body. */
function createRead(
  { callers, shutdown, shedding }: HttpEntrance,
  { fullList }: Pick<HttpDoor, "fullList">,
): Read {
  const { identify, principalOf } = callers;
  const listedFor = (request: AuthenticatedRequest): readonly JsonObject[] =>
    fullList(principalOf(request.auth));
  const readIn: Read = (request) => readRequest(request, listedFor);

  return (request) => {
    if (shutdown.isClosing()) return { ...stopping, status: 503 };
    if (shedding?.admits() === false) return overloaded;
    const refusal = identify(request);
    return refusal instanceof Promise
      ? refusal.then((later) => later ?? readIn(request))
      : (refusal ?? readIn(request));
  };
}

const overloaded: RefusedReading = {
  ...noCapacity,
  status: 503,
  headers: { "retry-after": "1" },
};

export interface Place extends Pick<Runtime, "clock"> {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Default: those of `defaultConnections`. */
  readonly connections?: ConnectionLimits;
  /** How long a client may take nothing of what waits for it. Default: 30 seconds. */
  readonly stallMs?: number;
  /** Other processes on the same port. Default: none. */
  readonly siblings?: Siblings | undefined;
  /** The proxies whose word about a client counts. Default: none. */
  readonly proxies?: NamedProxies | undefined;
}

/** Opens the HTTP entrance with all its lanes. Only this machine may call without an identity. */
export async function openHttp(deps: EntranceDeps, place: Place): Promise<Listening> {
  const { gateway, shutdown, identities } = deps;
  if (identities === undefined) assertLocal(place);
  const callers = limitCallers(
    createCallers(deps.arrival.principal, identities, deps.holdToken),
    deps.takeRequest,
  );
  const { clock, siblings } = place;
  const { whyNotReady, leftOut, pendingFiles } = gateway;
  const { preambleRefused, tls, shedding } = deps;
  return listenHttp({
    ...place,
    ...createDoors(deps, { callers, siblings, clock }),
    preambleRefused,
    tls,
    shutdown,
    stalled: (bytes) => deps.stalled?.("http", bytes),
    shedding,
    whyNotReady,
    leftOut,
    pendingFiles,
    callers,
    resource: identities?.resource,
    // Without identities every caller is the local principal, which would approve its own calls.
    ...(identities && sideDoorsOf(deps, callers)),
    console: deps.console?.(
      { host: place.host, resource: identities?.resource.resource, isTls: tls !== undefined },
      shutdown,
    ),
  });
}

function assertLocal({ host, proxies }: Place): void {
  if (!isLoopback(host)) {
    throw new Error("Listening beyond this machine requires authentication.");
  }
  if (proxies !== undefined) throw new Error("Named proxies require authentication.");
}

function sideDoorsOf({ admin, authzen, shutdown }: EntranceDeps, callers: Callers): SideDoors {
  return { admin: admin?.(callers, shutdown), authzen: authzen?.(callers, shutdown) };
}
