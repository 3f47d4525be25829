import type { ServerListing } from "../catalog/admission/server-admission.ts";
import { unreachable } from "../catalog/unreachable.ts";
import type { ServerSettings } from "../config/config.ts";
import { hasCode, isRefusal } from "../foundation/errors/refusal.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import { withTimeout } from "../foundation/kernel/with-timeout.ts";
import { createLogger, type LogWriter } from "../foundation/telemetry/logger.ts";
import { createEraMemory } from "../upstreams/era-memory.ts";
import { type KeptUpstream, keepConnected } from "../upstreams/keep-connected.ts";
import { openUpstream } from "../upstreams/open-upstream.ts";
import type { Transport } from "../upstreams/transport.ts";
import type { Upstream, UpstreamListeners } from "../upstreams/upstream.ts";
import { createDropped } from "./dropped.ts";
import type { OpenSet } from "./leaving.ts";
import { type Outside, openConfiguredSet } from "./open-tool-set.ts";

export interface ServersSurroundings {
  readonly clock: Clock;
  readonly write: LogWriter;
  /** Where commands are looked up. A child gets it as its `PATH`, and nothing else of our environment. */
  readonly searchPath: string;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Every address of a name. Default: what the system says. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  readonly newId: () => string;
  /** Where HTTP tools go. Absent where there are none. */
  readonly outside?: Outside;
  /** Whether servers are waited for as if they were required, and yet may all be absent. */
  readonly mayBeAbsent?: true;
}

/** A server that is connected, or that we keep trying to connect. */
export interface OpenServer {
  readonly settings: ServerSettings;
  readonly upstream: KeptUpstream;
  /** Absent where it is a server of the protocol. */
  readonly httpSet?: OpenSet;
  /** Absent where the server may be absent, and is. */
  readonly listing?: ServerListing;
  /** Has this called whenever the server's tools may be others. Before that, changes are kept for later. */
  readonly whenChanged: (listener: () => void) => void;
  /** Has these told of everything else. Before that nobody has looked, so nobody has missed anything. */
  readonly listen: (listeners: OtherListeners) => void;
}

type OtherListeners = Required<Pick<UpstreamListeners, "changed" | "resourceUpdated">>;

/** How long a server may take to say hello. Some have themselves installed first. */
const openingMs = 75_000;
/** How long the start waits for a server that need not be there. Later it is given as long as any other. */
const startMs = 5_000;
/** How long a server may take to say what tools it has. */
const listingMs = 30_000;

/** Connects to all servers at once. One that is required and cannot be reached stops the start. */
export async function openServers(
  servers: readonly ServerSettings[],
  stack: AsyncDisposableStack,
  surroundings: ServersSurroundings,
): Promise<readonly OpenServer[]> {
  const open = surroundings.mayBeAbsent === true ? openIfThere : openServer;
  const opening = servers.map((settings) => open(settings, stack, surroundings));
  // All have to end before the first failure is told, so that nothing opens behind our back.
  await Promise.allSettled(opening);
  return Promise.all(opening);
}

/** Waits for as long as a required server is waited for, and does without it all the same. */
async function openIfThere(
  settings: ServerSettings,
  stack: AsyncDisposableStack,
  surroundings: ServersSurroundings,
): Promise<OpenServer> {
  try {
    return await openServer({ ...settings, required: true }, stack, surroundings);
  } catch (error) {
    if (!hasCode(error, "server-unreachable")) throw error;
    return openServer({ ...settings, required: false }, stack, surroundings);
  }
}

async function openServer(
  settings: ServerSettings,
  stack: AsyncDisposableStack,
  surroundings: ServersSurroundings,
): Promise<OpenServer> {
  const { tell, whenChanged } = createBell();
  const { listeners, listen } = createListeners();
  const { dropped, tellRest } = createDropped(settings.name, createLogger(surroundings.write));
  stack.defer(tellRest);
  try {
    const all = { ...listeners, toolsChanged: tell, dropped };
    const opened = await reach(settings, all, { ...surroundings, stack });
    const upstream = stack.use(opened.upstream);
    const limit = { clock: surroundings.clock, ms: settings.required ? listingMs : startMs };
    const tools = await withTimeout(limit, upstream.listTools).catch((error: unknown) => {
      if (settings.required) throw error;
      const { name: server, address: url } = settings;
      createLogger(surroundings.write).log("server.unavailable", { server, url });
      return undefined;
    });
    return {
      settings,
      ...opened,
      whenChanged,
      listen,
      ...(tools && { listing: { policy: settings, tools } }),
    };
  } catch (error) {
    // Nobody is asked for a set of HTTP tools: what is wrong is its file, and that is told as it is.
    const isOfFile = settings.transport.kind === "http_tools" && isRefusal(error);
    throw isOfFile ? error : unreachable(settings, error);
  }
}

async function reach(
  settings: ServerSettings,
  listeners: UpstreamListeners,
  surroundings: ServersSurroundings & { readonly stack: AsyncDisposableStack },
): Promise<Pick<OpenServer, "upstream" | "httpSet">> {
  const { transport } = settings;
  if (transport.kind !== "http_tools") {
    return { upstream: await connect({ ...settings, transport }, listeners, surroundings) };
  }
  const { toolsChanged } = listeners;
  const { outside } = surroundings;
  const opened = await openConfiguredSet(settings, transport, {
    ...surroundings,
    outside,
    toolsChanged,
  });
  return { upstream: opened.set, httpSet: { settings: transport, ...opened } };
}

function connect(
  { transport, required, mayAsk }: ServerSettings & { readonly transport: Transport },
  listeners: UpstreamListeners,
  { clock, random, searchPath, lookup }: ServersSurroundings,
): Promise<KeptUpstream> {
  const memory = createEraMemory(clock);
  let ms = required ? openingMs : startMs;
  const open = (until: AbortSignal): Promise<Upstream> => {
    const limit = { clock, ms, signal: until };
    ms = openingMs;
    return withTimeout(limit, (signal) =>
      openUpstream(transport, {
        clock,
        listeners,
        signal,
        memory,
        searchPath,
        mayAsk,
        ...(lookup && { lookup }),
      }),
    );
  };
  const first = required ? "must-succeed" : "may-fail";
  return keepConnected(open, { clock, random, listeners, first });
}

/** A server may ring before anybody listens. */
function createBell(): { tell: () => void; whenChanged: OpenServer["whenChanged"] } {
  let hasRung = false;
  let hear = (): void => {
    hasRung = true;
  };
  return {
    tell: () => hear(),
    whenChanged: (listener) => {
      hear = listener;
      if (hasRung) listener();
    },
  };
}

/** What a server tells goes to whoever listens by then. */
function createListeners(): { listeners: OtherListeners; listen: OpenServer["listen"] } {
  let heard: OtherListeners | undefined;
  return {
    listeners: {
      changed: (what) => heard?.changed(what),
      resourceUpdated: (uri) => heard?.resourceUpdated(uri),
    },
    listen: (listeners) => {
      heard = listeners;
    },
  };
}
