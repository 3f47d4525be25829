import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { ServerConfig } from "../config/offering.ts";
import { type AdminDeps, createAdmin } from "../edge/admin/admin.ts";
import { GracefulShutdown } from "../edge/graceful-shutdown.ts";
import { listenMetrics } from "../edge/listen-metrics.ts";
import type { EntranceDeps } from "../edge/mcp-server.ts";
import { Shedding } from "../edge/shedding.ts";
import { createIdentities } from "../governance/identity/create-identities.ts";
import { LocalRate, type RateLimit, type Take } from "../pipeline/limits/rate.ts";
import type { SharedRate } from "../pipeline/limits/shared-rate.ts";
import { createLogger } from "../telemetry/logger.ts";
import { memoryUse } from "./memory-use.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { type FetchKeys, type OpenKeys, openFetchKeys, openKeys } from "./open-keys.ts";
import { holdOnce } from "./open-redaction.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { stateFamilies } from "./state-families.ts";

/** Above this limit the oldest principal is dropped. */
const maxPrincipals = 10_000;

const nothing: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

interface Counting extends Pick<Runtime, "clock"> {
  /** Undefined if this gateway counts alone. */
  readonly rate: SharedRate | undefined;
}

/** Opens the keys, key sets and metrics that the entrances of a gateway need. */
export function openEntranceDeps(
  configured: ConfiguredGateway,
  configFile: string | undefined,
  runtime: ProcessRuntime,
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
  { newId, clock, randomBytes }: ProcessRuntime,
): EntranceDeps {
  const { gateway, config, authority, watch, redaction } = configured;
  const presented = holdOnce(redaction.registry);
  const { log } = createLogger(watch.write);
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
      memoryUse,
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

/** Reports whether a server gets tokens for which those of callers were exchanged. */
function exchanges({ transport }: ServerConfig): boolean {
  if (transport.kind === "stdio" || transport.kind === "http_tools") return false;
  return transport.connection?.kind === "caller" && transport.connection.exchange !== undefined;
}

/** Serves metrics for scraping, if configured. */
async function openMetrics(
  { config, gateway, watch, redaction }: ConfiguredGateway,
  { clock }: ProcessRuntime,
): Promise<AsyncDisposable> {
  const place = config.telemetry.metrics;
  const { metrics, write } = watch;
  if (place === undefined || metrics === undefined) return nothing;
  // Loaded lazily: a gateway without metrics does not need the renderer.
  const { renderBetweenCalls, metricsType } = await import("../telemetry/metrics/render.ts");
  const { registry, review } = gateway;
  const state = {
    clock,
    ...gateway,
    current: registry.current,
    redactions: redaction.totals,
    ...(review && { approvals: review.approvals }),
  };
  const scrape = async () => {
    const families = [...metrics.families(), ...(await stateFamilies(state))];
    return { type: metricsType, text: await renderBetweenCalls(families) };
  };
  const { log } = createLogger(write);
  const stalled = (bytes: number): void => log("client.stalled", { entrance: "metrics", bytes });
  const page = await listenMetrics(place, scrape, { stalled }).catch((error: unknown) => {
    const { port } = place;
    throw new Refusal("listen-failed", { port, key: "telemetry.metrics.port" }, { cause: error });
  });
  log("metrics.listening", { url: page.url.href });
  return page;
}

/** Counts requests across all gateways if they share a counter, otherwise locally. */
function takeRequestsOf(
  limit: RateLimit,
  { clock, rate }: Counting,
): (key: string) => Take | Promise<Take> {
  const counted = rate ?? new LocalRate(clock, maxPrincipals);
  return (key) => counted.take(key, limit);
}
