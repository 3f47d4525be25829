import { hasCode, isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { ServerListing } from "../catalog/admission/server-admission.ts";
import { reasonIn, unreachable } from "../catalog/unreachable.ts";
import type { ServerConfig } from "../config/offering.ts";
import { shownName } from "../pipeline/call.ts";
import type { RelayListeners } from "../relays/relays.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { EraMemory } from "../upstreams/connection.ts";
import { type KeptUpstream, keepConnected } from "../upstreams/keep-connected.ts";
import type { Transport } from "../upstreams/transport.ts";
import { openUpstream } from "../upstreams/transports.ts";
import type { Dropped, Upstream, UpstreamListeners } from "../upstreams/upstream.ts";
import type { CallerSessions } from "./caller-sessions.ts";
import type { OpenSet } from "./http-call-deps.ts";
import { withCallers } from "./open-callers.ts";
import { type Outside, openConfiguredSet } from "./open-tool-set.ts";
import { credentialsOf, type ServerCredentials } from "./server-credentials.ts";

const maxTools = 500;

/** Connects a server by a transport of the embedding program. */
export type OpenProgramUpstream = (
  listeners: UpstreamListeners,
  signal: AbortSignal,
) => Promise<Upstream>;

export interface ServersDeps extends Pick<Runtime, "clock" | "random" | "newId"> {
  readonly write: LogWriter;
  /**
   * Search path for commands. A child gets it as its `PATH`, and nothing else of our environment.
   */
  readonly searchPath: string;
  /** Resolves all addresses of a name. Default: the system resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: string | undefined;
  /** Connections of the embedding program, by the name of the server. Default: none. */
  readonly upstreams?: Readonly<Record<string, OpenProgramUpstream>> | undefined;
  /** Dependencies of HTTP tools. Unset if there are none. */
  readonly outside?: Outside;
  /**
   * Waits for all servers like for required ones, but starts without unreachable ones. Default:
   * off.
   */
  readonly mayBeAbsent?: true;
}

/** A server that is connected or being reconnected. */
export interface OpenServer {
  readonly settings: ServerConfig;
  readonly upstream: KeptUpstream;
  /** The sessions of callers. Set only if each caller has a connection of their own. */
  readonly callers?: CallerSessions;
  /** Set only for a set of HTTP tools. */
  readonly httpSet?: OpenSet;
  /** Unset while an optional server is unreachable. */
  readonly listing?: ServerListing;
  readonly notices: ServerNotices;
  /** Why the server was unreachable when it was opened. Unset if it was not. */
  readonly because?: string;
  /** The command that helps. Unset if it was reachable, or only the server itself can help. */
  readonly next?: string;
}

/** Handshake timeout. Some servers install themselves first. */
const openingMs = 75_000;

/**
 * How long the start waits for an optional server. Later attempts get the full handshake timeout.
 */
const startMs = 5_000;

/** Timeout for listing tools. */
const listingMs = 30_000;

/**
 * Connects to all servers concurrently. An unreachable required server aborts the start. If there
 * are several, the first is thrown and the others are logged.
 */
export async function openServers(
  servers: readonly ServerConfig[],
  stack: AsyncDisposableStack,
  deps: ServersDeps,
): Promise<readonly OpenServer[]> {
  const open = deps.mayBeAbsent === true ? openIfThere : openServer;
  const opening = servers.map((settings) => open(settings, stack, deps));
  // Waits for all before reporting the first failure, so that nothing opens afterwards.
  const [, ...others] = (await Promise.allSettled(opening)).filter(isRejected);
  const { log } = createLogger(deps.write);
  for (const { reason } of others) {
    if (!isRefusal(reason)) continue;
    const { code, next, message } = reason;
    log("start.failed", { code, next, text: () => message });
  }
  return Promise.all(opening);
}

function isRejected(
  settled: PromiseSettledResult<OpenServer>,
): settled is PromiseRejectedResult & { readonly reason: unknown } {
  return settled.status === "rejected";
}

/** Waits as long as for a required server, but continues without it. */
async function openIfThere(
  settings: ServerConfig,
  stack: AsyncDisposableStack,
  deps: ServersDeps,
): Promise<OpenServer> {
  try {
    return await openServer({ ...settings, required: true }, stack, deps);
  } catch (error) {
    if (!hasCode(error, "server-unreachable")) throw error;
    const { because } = error.details;
    const { next } = error;
    return { ...(await openServer({ ...settings, required: false }, stack, deps)), because, next };
  }
}

async function openServer(
  settings: ServerConfig,
  stack: AsyncDisposableStack,
  deps: ServersDeps,
): Promise<OpenServer> {
  const notices = stack.use(
    new ServerNotices(settings.name, createLogger(deps.write), {
      clock: deps.clock,
      isTerse: settings.profiles.includes("cloud-discovery"),
    }),
  );
  try {
    const credentials = credentialsOf(settings, deps.outside);
    const opening = { ...deps, stack, credentials };
    const opened = await openTransport(settings, notices.listeners, opening);
    const upstream = stack.use(opened.upstream);
    const limit = { clock: deps.clock, ms: settings.required ? listingMs : startMs };
    const tools = await withTimeout(limit, upstream.listTools).catch((error: unknown) => {
      if (settings.required) throw error;
      const { name: server, address: url } = settings;
      const told = whyNot(credentials);
      createLogger(deps.write).log("server.unavailable", { server, url, ...told });
      return undefined;
    });
    const listing = tools ? { listing: { policy: settings, tools } } : whyNot(credentials);
    return { settings, ...opened, notices, ...listing };
  } catch (error) {
    // A set of HTTP tools has no server to reach. Its error concerns the file and is reported as
    // is.
    const isOfFile = settings.transport.kind === "http_tools" && isRefusal(error);
    throw isOfFile ? error : unreachable(settings, error);
  }
}

/** Returns what is wrong with the credential of a server that did not answer. */
function whyNot(
  credentials: ServerCredentials | undefined,
): Pick<OpenServer, "because" | "next"> | undefined {
  const refusal = credentials?.why();
  return refusal && { because: reasonIn(refusal), next: refusal.next };
}

interface OpeningDeps extends ServersDeps {
  readonly stack: AsyncDisposableStack;
  readonly credentials: ServerCredentials | undefined;
}

async function openTransport(
  settings: ServerConfig,
  listeners: UpstreamListeners,
  deps: OpeningDeps,
): Promise<Pick<OpenServer, "upstream" | "httpSet" | "callers">> {
  const { transport } = settings;
  if (transport.kind !== "http_tools") {
    const server = { ...settings, transport };
    return withCallers(await connect(server, listeners, deps), server, { ...deps, openingMs });
  }
  const { toolsChanged } = listeners;
  const { outside } = deps;
  const opened = await openConfiguredSet(settings, transport, {
    ...deps,
    outside,
    toolsChanged,
  });
  return { upstream: opened.set, httpSet: { settings: transport, ...opened } };
}

function connect(
  { name, transport, required, allowedRequests }: ServerConfig & { readonly transport: Transport },
  listeners: UpstreamListeners,
  { clock, random, searchPath, lookup, ca, upstreams, credentials }: OpeningDeps,
): Promise<KeptUpstream> {
  const own = upstreams && Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  const memory = new EraMemory(clock);
  let ms = required ? openingMs : startMs;
  const open = (until: AbortSignal): Promise<Upstream> => {
    const limit = { clock, ms, signal: until };
    ms = openingMs;
    return withTimeout(limit, (signal) => {
      const parts = { clock, listeners, signal, memory, searchPath, allowedRequests, ca };
      const deps = { ...parts, credentials };
      if (own !== undefined) return own(listeners, signal);
      return openUpstream(transport, { ...deps, ...(lookup && { lookup }) });
    });
  };
  const first = required ? "must-succeed" : "may-fail";
  return keepConnected(open, { clock, random, listeners, first });
}

interface ShowingErrors extends Pick<Runtime, "clock"> {
  /** Whether a server's own text stays out of the log. */
  readonly isTerse: boolean;
}

const minuteMs = 60_000;
/** Enough for the stacks of a failing server, too few to fill a disk. */
const maxTextsPerMinute = 100;
const maxTail = 1_000;

/** Receives the notifications of a server, and passes them to the listeners set by then. */
export class ServerNotices implements Disposable {
  readonly #server: string;
  readonly #log: Logger["log"];
  readonly #droppedTools = new Set<string>();
  readonly #counts = { progress: 0, log: 0 };
  readonly #showing: ShowingErrors;
  #shown = { since: 0, texts: 0 };
  #hasChanged = false;
  #others: RelayListeners | undefined;
  #hear = (): void => {
    this.#hasChanged = true;
  };

  readonly listeners: UpstreamListeners = {
    toolsChanged: () => this.#hear(),
    changed: (what) => this.#others?.changed(what),
    resourceUpdated: (uri) => this.#others?.resourceUpdated(uri),
    dropped: (what) => this.#drop(what),
    wroteError: (text) => this.#wrote(text),
    ended: (lastWords) => this.#ended(lastWords),
  };

  constructor(server: string, { log }: Logger, showing: ShowingErrors) {
    this.#server = server;
    this.#log = log;
    this.#showing = showing;
  }

  /** Logs what a server's process writes to its standard error, up to a number of texts a minute. */
  #wrote(text: string): void {
    const now = this.#showing.clock.monotonic();
    if (now - this.#shown.since >= minuteMs) this.#shown = { since: now, texts: 0 };
    this.#shown.texts += 1;
    if (this.#showing.isTerse || this.#shown.texts > maxTextsPerMinute) return;
    this.#log("server.wrote", { server: this.#server, text: text.trimEnd() });
  }

  #ended(lastWords: string): void {
    const tail = this.#showing.isTerse ? "" : lastWords.trimEnd().slice(-maxTail);
    this.#log("server.ended", { server: this.#server, tail });
  }

  /** Sets the listener for changed tools. An earlier change is kept until then. */
  whenChanged(listener: () => void): void {
    this.#hear = listener;
    if (this.#hasChanged) listener();
  }

  /**
   * Sets the listeners for all other notifications. Earlier ones are dropped, since no client was
   * there to miss them.
   */
  listen(listeners: RelayListeners): void {
    this.#others = listeners;
  }

  /**
   * Logs each dropped tool once. Excess messages are only counted, since there could be a hundred
   * thousand of them.
   */
  #drop(what: Dropped): void {
    if (what.kind !== "tool") {
      this.#counts[what.kind] += 1;
      return;
    }
    const tool = shownName(what.name);
    if (this.#droppedTools.has(tool) || this.#droppedTools.size >= maxTools) return;
    this.#droppedTools.add(tool);
    this.#log("tool.dropped", { tool, server: this.#server });
  }

  /** Logs the counts of excess messages. */
  [Symbol.dispose](): void {
    const { progress, log } = this.#counts;
    if (progress + log > 0)
      this.#log("notification.dropped", { server: this.#server, progress, log });
  }
}
