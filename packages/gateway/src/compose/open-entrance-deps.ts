import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { type AdminDependencies, createAdmin } from "../edge/admin/admin.ts";
import { createClosingTime } from "../edge/closing-time.ts";
import type { Face } from "../edge/mcp-server.ts";
import { createIdentities } from "../governance/identity/create-identities.ts";
import { type FetchKeys, openFetchKeys } from "./fetch-keys.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { type OpenKeys, openKeys } from "./open-keys.ts";
import { openMetrics } from "./open-metrics.ts";
import { holdOnce } from "./open-redaction.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { takeRequestsOf } from "./take-requests.ts";

/** Opens the keys, key sets and metrics that the entrances of a gateway need. */
export function openEntranceDeps(
  configured: ConfiguredGateway,
  configFile: string | undefined,
  runtime: ProcessRuntime,
): Promise<Face & AsyncDisposable> {
  return openAll(async (stack) => {
    const keys = stack.use(await openKeys(configured, configFile, runtime));
    stack.use(await openMetrics(configured, runtime));
    const issuers = configured.config.auth?.trusted.map(({ jwksUrl }) => jwksUrl) ?? [];
    const theirs = stack.use(openFetchKeys(issuers, runtime));
    return faceOf(configured, { find: keys.find, fetch: theirs.fetch }, runtime);
  });
}

function faceOf(
  configured: ConfiguredGateway,
  keys: Pick<OpenKeys, "find"> & Pick<FetchKeys, "fetch">,
  { newId, clock }: ProcessRuntime,
): Face {
  const { gateway, config, authority, watch, redaction } = configured;
  const met = holdOnce(redaction.registry);
  const { callTool, listed, registry, relays, relaysFor, subscribe, isReady, review } = gateway;
  const contractOf: AdminDependencies["contractOf"] = (tool) =>
    registry.current().tools.get(tool)?.contract;
  return {
    line: {
      listed,
      callTool,
      relays,
      relaysFor,
      subscribe,
      isReady,
      traces: watch.traces,
    },
    // The local user. Over HTTP every client that can connect, unless `auth` authenticates callers.
    arrival: { principal: { id: "local", permissions: "all", kind: "local" }, newId },
    version,
    closing: createClosingTime(clock),
    ...(config.perPrincipal && {
      takeRequest: takeRequestsOf(config.perPrincipal, { clock, rate: authority?.rate }),
    }),
    ...(config.auth && {
      identities: {
        ...createIdentities(config.auth, { clock, fetch: keys.fetch, met }, keys.find),
        ...(authority && { arrivals: authority.arrivals }),
      },
    }),
    ...(review && { admin: createAdmin({ ...review, contractOf }) }),
  };
}
