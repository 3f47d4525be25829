import { dirname, resolve } from "node:path";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { AuthConfig } from "../config/server.ts";
import type { Answering } from "../edge/admin/ask.ts";
import type { AskReload } from "../edge/admin/reload.ts";
import { GracefulShutdown } from "../edge/graceful-shutdown.ts";
import type { EntranceDeps } from "../edge/mcp-server.ts";
import { Shedding } from "../edge/shedding.ts";
import { createIdentities, type Identities } from "../governance/identity/create-identities.ts";
import { LocalRate, type RateLimit, type Take } from "../pipeline/limits/rate.ts";
import type { SharedRate } from "../pipeline/limits/shared-rate.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import { adminOf } from "./admin-of.ts";
import { endpointApisOf } from "./endpoint-apis.ts";
import { askReload } from "./live/answer-control.ts";
import type { ReloadedFile } from "./live/reloader.ts";
import { memoryUse, workerCount } from "./memory-use.ts";
import { tasksOf } from "./offered-tasks.ts";
import { oncePerName } from "./once-per-name.ts";
import { oncePerSecond } from "./once-per-second.ts";
import { openAuthzen } from "./open-authzen.ts";
import type { ConfiguredGateway, OpenAnswering } from "./open-configured.ts";
import { IssuerKeys, type OpenKeys, openKeys } from "./open-keys.ts";
import { familiesOf, openMetricsPage, type ReadFamilies } from "./open-metrics.ts";
import { holdOnce } from "./open-redaction.ts";
import { type OpenTls, openTls } from "./open-tls.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** Above this limit the oldest principal is dropped. */
const maxPrincipals = 10_000;

const nothing: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

interface Counting extends Pick<Runtime, "clock"> {
  /** Undefined if this gateway counts alone. */
  readonly rate: SharedRate | undefined;
}

export interface EntranceRuntime extends ProcessRuntime {
  /** Set in a worker: gets the metrics in place of a page. Default: the configured page. */
  readonly handOnMetrics?: (read: ReadFamilies) => void;
  /** Set in a worker: reloads all workers together. Default: the gateway reloads itself. */
  readonly askReload?: AskReload;
  /** Answers questions of people. Default: they are not answered. */
  readonly openAnswering?: OpenAnswering;
}

/** Opens the keys, key sets and metrics that the entrances of a gateway need. */
export function openEntranceDeps(
  configured: ConfiguredGateway,
  configFile: string | undefined,
  runtime: EntranceRuntime,
): Promise<EntranceDeps & AsyncDisposable> {
  return openAll(async (stack) => {
    const keys = stack.use(await openKeys(configured, configFile, runtime));
    if (keys.watched !== undefined) configured.onReload?.(keys.watched);
    const tls = stack.use(await tlsOf(configured, configFile, runtime));
    if (tls !== undefined) configured.onReload?.(watchedTls(tls));
    stack.use(await openMetrics(configured, runtime, tls));
    const identities = identitiesOf(configured, { find: keys.find, stack }, runtime);
    const own = entranceDepsOf(configured, runtime, answeringOf(configured, runtime, stack));
    const deps = { ...own, ...(identities && { identities }) };
    const page = await consoleOf(configured, deps, { runtime, stack });
    const shared = { ...deps, ...page, sharedSessions: configured.authority?.sessions };
    return tls === undefined ? shared : { ...shared, tls };
  });
}

function answeringOf(
  configured: ConfiguredGateway,
  runtime: EntranceRuntime,
  stack: AsyncDisposableStack,
): Answering | undefined {
  const opened = runtime.openAnswering?.(configured, runtime);
  return opened && stack.use(opened);
}

/** Opens the console, if it is on. Its code is loaded only then. */
async function consoleOf(
  configured: ConfiguredGateway,
  deps: EntranceDeps,
  { runtime, stack }: { readonly runtime: EntranceRuntime; readonly stack: AsyncDisposableStack },
): Promise<Pick<EntranceDeps, "console" | "issueCode">> {
  if (!configured.config.console.enabled) return {};
  const { openConsole } = await import("./open-console.ts");
  const opened = await openConsole(configured, deps, runtime);
  if (opened === undefined) return {};
  const { open, issueCode } = stack.use(opened);
  return { console: open, issueCode };
}

/** Opens TLS of the listener, if it is configured. Its files lie next to the configuration. */
async function tlsOf(
  { watch, config, accepted, onAccepted }: ConfiguredGateway,
  configFile: string | undefined,
  { clock, folder: here }: EntranceRuntime,
): Promise<OpenTls | undefined> {
  const { tls } = config.listen;
  if (tls === undefined) return undefined;
  const folder = resolve(here, configFile === undefined ? "." : dirname(configFile));
  const { log } = createLogger(watch.write);
  return openTls(tls, { clock, folder, log, accepted: accepted?.certificate, onAccepted });
}

function watchedTls({ prepare, state, accepted }: OpenTls): ReloadedFile {
  return {
    file: "certificate",
    prepare: async () => prepare(),
    state,
    accepted: () => ({ certificate: accepted() }),
  };
}

function trustIn({ trusted, scopes }: AuthConfig): string {
  return JSON.stringify([trusted, scopes]);
}

interface IdentityParts extends Pick<OpenKeys, "find"> {
  readonly stack: AsyncDisposableStack;
}

/** Authenticates by the issuers that are in force now. Undefined if callers need no identity. */
function identitiesOf(
  { config: { auth: first, endpoints }, inForce, authority, redaction, ca }: ConfiguredGateway,
  { find, stack }: IdentityParts,
  runtime: EntranceRuntime,
): Identities | undefined {
  if (first === undefined) return undefined;
  const { clock } = runtime;
  const presented = holdOnce(redaction.registry);
  const fetching = stack.use(new IssuerKeys({ ...runtime, ca }));
  const identitiesBy = (auth: AuthConfig): Identities => {
    const onKeyUsed = authority?.keyUses.note;
    const deps = { clock, fetch: fetching.of(auth.trusted), presented, onKeyUsed };
    return createIdentities(auth, deps, find);
  };
  let used = first;
  let now = identitiesBy(used);
  const current = (): AuthConfig => inForce.config.auth ?? first;
  return {
    paths: new Set(endpoints.map(({ path }) => path)),
    resource: {
      resource: first.resource,
      get issuers() {
        return current().issuers;
      },
      get scopes() {
        return current().scopes;
      },
    },
    outcomes: authority?.outcomes,
    authenticate: (header) => {
      const auth = current();
      // The same issuers keep the keys that were fetched: theirs may be away for a moment.
      if (auth !== used && trustIn(auth) !== trustIn(used)) now = identitiesBy(auth);
      used = auth;
      return now.authenticate(header);
    },
  };
}

function entranceDepsOf(
  configured: ConfiguredGateway,
  { newId, clock, randomBytes, handOnMetrics, askReload: together }: EntranceRuntime,
  answering: Answering | undefined,
): EntranceDeps {
  const { gateway, config, inForce, authority, watch } = configured;
  const reload = together ?? reloadOf(configured);
  const { log } = createLogger(watch.write);
  // Only workers hand their metrics on. A process over stdio or embedded is alone.
  const processes = handOnMetrics === undefined ? 1 : workerCount(config);
  const { callTool, listed, fullList, relays, relaysFor, subscribe, whyNotReady } = gateway;
  const whole = {
    listed,
    fullList,
    callTool,
    ...tasksOf(gateway, config.authority),
    relays,
    relaysFor,
    subscribe,
    whyNotReady,
    leftOut: () => [...gateway.registry.leftOut().keys()],
    pendingFiles: configured.pendingFiles,
    traces: watch.traces,
  };
  return {
    gateway: whole,
    endpoints: endpointApisOf(config.endpoints, gateway, whole),
    isWholeServed: config.isWholeServed,
    // The local user. Over HTTP every client that can connect, unless `auth` authenticates callers.
    arrival: { principal: { id: "local", permissions: "all", kind: "local" }, newId },
    version,
    clock,
    shutdown: new GracefulShutdown(clock, config.listen.drain),
    shedding: new Shedding({
      clock,
      memoryUse: () => memoryUse(processes),
      turned: (isShedding) => log(isShedding ? "memory.scarce" : "memory.enough", {}),
    }),
    ...reportsTo(log, clock),
    ...(config.perPrincipal && {
      takeRequest: takeRequestsOf(() => inForce.config.perPrincipal ?? config.perPrincipal, {
        clock,
        rate: authority?.rate,
      }),
    }),
    ...(config.toolbox.servers.some(exchanges) && {
      holdToken: createHoldSecret(randomBytes(32)),
    }),
    ...adminOf(configured, { askReload: reload, clock, newId, answering }),
    authzen: openAuthzen(configured, gateway.review, newId),
  };
}

/** Lets a process that serves alone reload itself. */
function reloadOf({ reloader }: ConfiguredGateway): AskReload | undefined {
  return reloader && ((does, by) => askReload(reloader, does, { cause: "admin", by }));
}

function reportsTo(
  log: Logger["log"],
  clock: Runtime["clock"],
): Pick<EntranceDeps, "stalled" | "preambleRefused" | "unknownExtension"> {
  return {
    stalled: (entrance, bytes) => log("client.stalled", { entrance, bytes }),
    unknownExtension: oncePerName((extension) =>
      log("extension.dropped", { extension, server: null }),
    ),
    preambleRefused: oncePerSecond(clock, (because, connections) =>
      log("proxy.refused", { because, connections }),
    ),
  };
}

/** Reports whether a server or a set gets tokens for which those of callers were exchanged. */
export function exchanges({ transport }: ServerConfig): boolean {
  if (transport.kind === "stdio") return false;
  if (transport.kind === "http_tools") return transport.exchanges;
  return transport.connection?.kind === "caller" && transport.connection.exchange !== undefined;
}

/** Serves metrics for scraping, or hands them on, if they are configured. */
async function openMetrics(
  configured: ConfiguredGateway,
  { clock, handOnMetrics }: EntranceRuntime,
  tls: OpenTls | undefined,
): Promise<AsyncDisposable> {
  const place = configured.config.telemetry.metrics;
  const processes = handOnMetrics === undefined ? 1 : workerCount(configured.config);
  const read = familiesOf(configured, { clock, processes, certificateEndsAt: tls?.endsAt });
  if (place === undefined || read === undefined) return nothing;
  if (handOnMetrics === undefined) return openMetricsPage(place, read, configured.watch.write);
  handOnMetrics(read);
  return nothing;
}

/** Counts requests across all gateways if they share a counter, otherwise locally. */
function takeRequestsOf(
  limit: () => RateLimit | undefined,
  { clock, rate }: Counting,
): (key: string) => Take | Promise<Take> {
  const counted = rate ?? new LocalRate(clock, maxPrincipals);
  return (key) => {
    const now = limit();
    return now === undefined ? { taken: true } : counted.take(key, now);
  };
}
