import { hasCode, isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { ServerListing } from "../catalog/admission/server-admission.ts";
import { unreachable } from "../catalog/unreachable.ts";
import type { ServerConfig } from "../config/offering.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { EraMemory } from "../upstreams/connection.ts";
import { HealthRecord } from "../upstreams/health.ts";
import { type KeptUpstream, keepConnected } from "../upstreams/keep-connected.ts";
import type { Transport } from "../upstreams/transport.ts";
import { openUpstream } from "../upstreams/transports.ts";
import {
  fromProgram,
  type ProgramUpstream,
  type Upstream,
  UpstreamError,
  type UpstreamListeners,
} from "../upstreams/upstream.ts";
import type { CallerSessions } from "./caller-sessions.ts";
import { withContextKey } from "./context-keys.ts";
import { type CleanWords, createCleanWords, logUnavailable } from "./describe-failure.ts";
import type { OpenSet } from "./http-call-deps.ts";
import { Lease } from "./live/lease.ts";
import { withCallers } from "./open-callers.ts";
import { type Outside, openConfiguredSet } from "./open-tool-set.ts";
import { assertSandbox, type Sandboxing } from "./sandboxing.ts";
import { credentialsOf, type ServerCredentials } from "./server-credentials.ts";
import { ServerNotices, untilOpen } from "./server-notices.ts";

/** Connects a server by a transport of the embedding program. */
export type OpenProgramUpstream = (
  listeners: UpstreamListeners,
  signal: AbortSignal,
) => Promise<ProgramUpstream>;

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
  /** What sandboxes need. Default: no server can have one. */
  readonly sandboxing?: Sandboxing | undefined;
  /** Dependencies of HTTP tools. Unset if there are none. */
  readonly outside?: Outside;
  /**
   * Waits for all servers like for required ones, but starts without unreachable ones. Default:
   * off.
   */
  readonly mayBeAbsent?: true;
  /** How long each server may take to connect and list its tools. Default: minutes. */
  readonly patienceMs?: number | undefined;
  /** Cleans what servers write about their failures. Default: nothing of it is shown. */
  readonly redaction?: Redaction;
  /** Returns the open connection of a server that a reload keeps. Default: all are opened. */
  readonly keptServer?: (settings: ServerConfig) => OpenServer | undefined;
  /** The reload that opens them. Default: the gateway starts. */
  readonly replacing?: { readonly narrows: boolean } | undefined;
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
  /** Closes the server when the last gateway that uses it has closed. */
  readonly lease: Lease;
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
  const opening = servers.map((settings) => keptOrOpened(settings, stack, deps));
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

/** Takes over a connection that stays as it is, or opens one that the next gateway may take over. */
async function keptOrOpened(
  settings: ServerConfig,
  stack: AsyncDisposableStack,
  { keptServer, replacing, ...deps }: ServersDeps,
): Promise<OpenServer> {
  // A kept server could see files that the gateway is told to read from now on. A change that only
  // takes away names none, and must not be stopped.
  if (replacing?.narrows !== true) await assertSandbox(settings, deps);
  const kept = keptServer?.(settings);
  if (kept !== undefined) {
    stack.use(kept.lease.take());
    return kept;
  }
  await using own = new AsyncDisposableStack();
  const open = deps.mayBeAbsent === true ? openIfThere : openServer;
  const opened = await open(withContextKey(settings, deps), own, deps);
  const lease = new Lease(own.move());
  stack.use(lease.take());
  return { ...opened, lease };
}

type Opened = Omit<OpenServer, "lease">;

/** Waits as long as for a required server, but continues without it. It is not tried again. */
async function openIfThere(
  settings: ServerConfig,
  stack: AsyncDisposableStack,
  deps: ServersDeps,
): Promise<Opened> {
  try {
    return await openServer({ ...settings, required: true }, stack, deps);
  } catch (error) {
    if (!hasCode(error, "server-unreachable")) throw error;
    const health = new HealthRecord(deps.clock);
    const notices = stack.use(noticesOf(settings, health, deps));
    const upstream = await keepConnected(() => Promise.reject(error), {
      ...deps,
      listeners: notices.listeners,
      first: "may-fail",
      health,
    });
    return { settings, upstream: stack.use(upstream), notices };
  }
}

async function openServer(
  settings: ServerConfig,
  stack: AsyncDisposableStack,
  deps: ServersDeps,
): Promise<Opened> {
  const { clock } = deps;
  const health = new HealthRecord(clock);
  const notices = stack.use(noticesOf(settings, health, deps));
  try {
    const credentials = credentialsOf(settings, deps.outside);
    const opening = { ...deps, stack, credentials, health };
    const begun = clock.monotonic();
    const opened = await openTransport(settings, notices.listeners, opening);
    const upstream = stack.use(opened.upstream);
    const ms = listingMsOf(settings, clock.monotonic() - begun, deps);
    const tools = await withTimeout({ clock, ms }, upstream.listTools).catch((error: unknown) => {
      if (settings.required) throw error;
      if (error instanceof TimeoutError) health.failed(error);
      logUnavailable(settings, whyNot(credentials) ?? causeOf(health, error), deps);
      return undefined;
    });
    notices.started();
    const listing = tools && { listing: { policy: settings, tools } };
    return { settings, ...opened, notices, ...listing };
  } catch (error) {
    // A set of HTTP tools has no server to reach. Its error concerns the file and is reported as
    // is.
    const isOfFile = settings.transport.kind === "http_tools" && isRefusal(error);
    throw isOfFile ? error : unreachable(settings, error, wordsBy(deps)?.(error, settings));
  }
}

/** Returns how long a server may take to list its tools, after it took some time to connect. */
function listingMsOf(
  { required }: ServerConfig,
  connectedMs: number,
  { patienceMs }: ServersDeps,
): number {
  if (patienceMs !== undefined) return Math.max(1, patienceMs - connectedMs);
  return required ? listingMs : startMs;
}

function noticesOf(
  { name, profiles }: ServerConfig,
  health: HealthRecord,
  { clock, write }: ServersDeps,
): ServerNotices {
  const isTerse = profiles.includes("cloud-discovery");
  return new ServerNotices(name, createLogger(write), { clock, isTerse, health });
}

/** Returns what failed first: a listing over a connection that is not there says nothing. */
function causeOf(health: HealthRecord, error: unknown): unknown {
  return health.current().failure?.error ?? error;
}

function wordsBy({ redaction }: Pick<ServersDeps, "redaction">): CleanWords | undefined {
  return redaction && createCleanWords(redaction);
}

/** Returns what is wrong with the credential of a server that did not answer. */
function whyNot(credentials: ServerCredentials | undefined): UpstreamError | undefined {
  const refusal = credentials?.why();
  return refusal && new UpstreamError({ kind: "credential", refusal });
}

interface OpeningDeps extends ServersDeps {
  readonly stack: AsyncDisposableStack;
  readonly credentials: ServerCredentials | undefined;
  readonly health: HealthRecord;
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
  settings: ServerConfig & { readonly transport: Transport },
  listeners: UpstreamListeners,
  deps: OpeningDeps,
): Promise<KeptUpstream> {
  const { name, transport, required, allowedRequests, extensions, maxTools } = settings;
  const { clock, random, searchPath, lookup, ca, upstreams, credentials, health } = deps;
  const { sandboxing } = deps;
  const own = upstreams && Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  const memory = new EraMemory(clock);
  let ms = deps.patienceMs ?? (required ? openingMs : startMs);
  const open = async (until: AbortSignal): Promise<Upstream> => {
    const limit = { clock, ms, signal: until };
    ms = openingMs;
    const hearing = untilOpen(listeners);
    const upstream = await withTimeout(limit, (signal) => {
      if (own !== undefined) return own(listeners, signal).then(fromProgram);
      const parts = { clock, listeners: hearing.listeners, signal, memory, searchPath };
      const more = {
        allowedRequests,
        extensions,
        maxTools,
        ca,
        credentials,
        ...(lookup && { lookup }),
        sandboxing: sandboxing && {
          ...sandboxing,
          server: name,
        },
      };
      return openUpstream(transport, { ...parts, ...more });
    });
    hearing.opened();
    return upstream;
  };
  return keepConnected(open, {
    clock,
    random,
    listeners,
    first: required ? "must-succeed" : "may-fail",
    health,
    onAway: (error) => logUnavailable(settings, error, { ...deps, isRunning: true }),
    onBack: () => {
      const { restarts } = health.current();
      createLogger(deps.write).log("server.restored", { server: name, restarts });
    },
  });
}
