import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import { effectiveSettings, type Setting } from "../config/effective.ts";
import type { ConfigurationView, ShownEndpoint } from "../edge/admin/configuration.ts";
import { resourceAt } from "../governance/identity/protected-resource.ts";
import type { FoundConfig } from "./find-config.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { searchedBy } from "./open-search.ts";
import { policyLimitsIn } from "./policy-limits.ts";
import { isSeenBy } from "./tool-review.ts";

const wholePath = "/mcp";

/** Shows the configuration that is in force, and the paths that are served. */
export function configurationViewOf(configured: ConfiguredGateway): ConfigurationView {
  const { inForce, gateway, authority, config: first, pendingFiles = () => [] } = configured;
  const { auth, listen } = first;
  let of: FoundConfig | undefined;
  let known: readonly Setting[] = [];
  const settings = (): readonly Setting[] => {
    const { found } = inForce;
    if (found !== of) known = effectiveSettings(found.text, found.source);
    of = found;
    return known;
  };
  return {
    file: () => inForce.found.source.file,
    settings,
    policyLimits: () => policyLimitsIn(authority?.policy.state(), inForce.config.authority.policy),
    pendingFiles,
    // Its paths and names are those of the start.
    endpoints: (reader) =>
      endpointsIn(inForce.config, gateway, (tool) => isSeenBy(configured, reader, tool)),
    addressOf: (path) =>
      auth && resourceAt({ resource: auth.resource, issuers: [], scopes: [] }, path).resource.href,
    asksForKey: () => {
      const now = inForce.config.auth ?? auth;
      return now !== undefined && now.issuers.length === 0;
    },
    isTls: listen.tls !== undefined,
  };
}

function endpointsIn(
  config: Config,
  { registry, endpoints }: ConfiguredGateway["gateway"],
  isSeen: (tool: RegisteredTool) => boolean,
): readonly ShownEndpoint[] {
  const { isWholeServed } = config;
  const seenIn = (offered: Offered): readonly RegisteredTool[] =>
    [...offered.values()].filter(isSeen);
  const whole = { name: null, path: wholePath, prefix: "" } as const;
  return [
    ...(isWholeServed ? [{ ...whole, ...toolsOf(config, seenIn(registry.current().tools)) }] : []),
    ...config.endpoints.map((endpoint) => {
      const { name, path, prefix } = endpoint;
      return { name, path, prefix, ...toolsOf(config, seenIn(endpoints.offered(name)), endpoint) };
    }),
  ];
}

type Offered = ReadonlyMap<string, RegisteredTool>;
type OwnSearch = Pick<Config["endpoints"][number], "prefix" | "discovery">;

function toolsOf(
  config: Config,
  tools: readonly RegisteredTool[],
  { prefix, discovery }: Partial<OwnSearch> = {},
): Pick<ShownEndpoint, "tools" | "held" | "discovery"> {
  const callable = tools.filter(({ hold }) => hold === undefined);
  return {
    tools: callable.map(({ publicName }) => `${prefix ?? ""}${publicName}`).toSorted(),
    held: tools.length - callable.length,
    discovery: discoveryOf(config, callable, discovery),
  };
}

function discoveryOf(
  config: Config,
  tools: readonly RegisteredTool[],
  own: OwnSearch["discovery"],
): ShownEndpoint["discovery"] {
  const isSearched = searchedBy(config, own);
  const count = tools.filter(isSearched).length;
  if (count === 0) return tools.length === 0 ? (own ?? config.discovery.default) : "list";
  return count === tools.length ? "search" : "both";
}
