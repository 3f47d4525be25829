import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { ServerConfig } from "../config/offering.ts";
import { type AdminDeps, createAdmin } from "../edge/admin/admin.ts";
import { GracefulShutdown } from "../edge/graceful-shutdown.ts";
import type { EntranceDeps } from "../edge/mcp-server.ts";
import { Shedding } from "../edge/shedding.ts";
import { createIdentities } from "../governance/identity/create-identities.ts";
import { LocalRate, type RateLimit, type Take } from "../pipeline/limits/rate.ts";
import type { SharedRate } from "../pipeline/limits/shared-rate.ts";
import { createLogger } from "../telemetry/logger.ts";
import { memoryUse, workerCount } from "./memory-use.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { type FetchKeys, type OpenKeys, openFetchKeys, openKeys } from "./open-keys.ts";
import { familiesOf, openMetricsPage, type ReadFamilies } from "./open-metrics.ts";
import { holdOnce } from "./open-redaction.ts";
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
}

/** Opens the keys, key sets and metrics that the entrances of a gateway need. */
export function openEntranceDeps(
  configured: ConfiguredGateway,
  configFile: string | undefined,
  runtime: EntranceRuntime,
): Promise<EntranceDeps & AsyncDisposable> {
  return openAll(async (stack) => {
    const keys = stack.use(await openKeys(configured, configFile, runtime));
    stack.use(await openMetrics(configured, runtime));
    const issuers = configured.config.auth?.trusted.map(({ jwksUrl }) => jwksUrl) ?? [];
    const theirs = stack.use(openFetchKeys(issuers, { ...runtime, ca: configured.ca }));
    return entranceDepsOf(configured, { find: keys.find, fetch: theirs.fetch }, runtime);
  });
}

function entranceDepsOf(
  configured: ConfiguredGateway,
  keys: Pick<OpenKeys, "find"> & Pick<FetchKeys, "fetch">,
  { newId, clock, randomBytes, handOnMetrics }: EntranceRuntime,
): EntranceDeps {
  const { gateway, config, authority, watch, redaction } = configured;
  const presented = holdOnce(redaction.registry);
  const { log } = createLogger(watch.write);
  // Only workers hand their metrics on. A process over stdio or embedded is alone.
  const processes = handOnMetrics === undefined ? 1 : workerCount(config);
  const { callTool, listed, registry, relays, relaysFor, subscribe, whyNotReady, review } = gateway;
  const contractOf: AdminDeps["contractOf"] = (tool) =>
    registry.current().tools.get(tool)?.contract;
  return {
    gateway: {
      listed,
      callTool,
      relays,
      relaysFor,
      subscribe,
      whyNotReady,
      leftOut: () => [...registry.leftOut().keys()],
      traces: watch.traces,
    },
    // The local user. Over HTTP every client that can connect, unless `auth` authenticates callers.
    arrival: { principal: { id: "local", permissions: "all", kind: "local" }, newId },
    version,
    clock,
    shutdown: new GracefulShutdown(clock),
    shedding: new Shedding({
      clock,
      memoryUse: () => memoryUse(processes),
      turned: (isShedding) => log(isShedding ? "memory.scarce" : "memory.enough", {}),
    }),
    stalled: (entrance, bytes) => log("client.stalled", { entrance, bytes }),
    ...(config.perPrincipal && {
      takeRequest: takeRequestsOf(config.perPrincipal, { clock, rate: authority?.rate }),
    }),
    ...(config.toolbox.servers.some(exchanges) && {
      holdToken: createHoldSecret(randomBytes(32)),
    }),
    ...(config.auth && {
      identities: {
        ...createIdentities(config.auth, { clock, fetch: keys.fetch, presented }, keys.find),
        outcomes: authority?.outcomes,
      },
    }),
    ...(review && {
      admin: createAdmin({ ...review, contractOf, servers: gateway.describeServers }),
    }),
  };
}

/** Reports whether a server or a set gets tokens for which those of callers were exchanged. */
function exchanges({ transport }: ServerConfig): boolean {
  if (transport.kind === "stdio") return false;
  if (transport.kind === "http_tools") return transport.exchanges;
  return transport.connection?.kind === "caller" && transport.connection.exchange !== undefined;
}

/** Serves metrics for scraping, or hands them on, if they are configured. */
async function openMetrics(
  configured: ConfiguredGateway,
  { clock, handOnMetrics }: EntranceRuntime,
): Promise<AsyncDisposable> {
  const place = configured.config.telemetry.metrics;
  const read = familiesOf(configured, { clock });
  if (place === undefined || read === undefined) return nothing;
  if (handOnMetrics === undefined) return openMetricsPage(place, read, configured.watch.write);
  handOnMetrics(read);
  return nothing;
}

/** Counts requests across all gateways if they share a counter, otherwise locally. */
function takeRequestsOf(
  limit: RateLimit,
  { clock, rate }: Counting,
): (key: string) => Take | Promise<Take> {
  const counted = rate ?? new LocalRate(clock, maxPrincipals);
  return (key) => counted.take(key, limit);
}
