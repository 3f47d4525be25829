import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Registry } from "../catalog/create-registry.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { Discovery } from "../config/discovery.ts";
import { isForViewsOnly } from "../protocol/view-addresses.ts";
import type { LoadIndexTools } from "../search/index-tools.ts";
import { type SearchableApi, type SearchSelection, withSearch } from "../search/tool-search.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import type { Shown } from "./shown-to.ts";

/** Reports whether tools of any server leave the list. */
export function searchesTools({ discovery, toolbox, endpoints }: Config): boolean {
  return discovery.default === "search" || [...toolbox.servers, ...endpoints].some(isSearched);
}

function isSearched({ discovery }: { readonly discovery?: Discovery | undefined }): boolean {
  return discovery === "search";
}

/** Returns which tools leave a list. An endpoint with a `discovery` decides for all its tools. */
export function searchedBy(
  { discovery, toolbox }: Config,
  ofEndpoint: Discovery | undefined,
): SearchSelection["isSearched"] {
  const pinned = new Set(discovery.pinned);
  const byServer = new Map(toolbox.servers.map((server) => [server.name, server.discovery]));
  return ({ publicName, home, contract }) => {
    // Clients look for the tools of views in the list, and no model may find them.
    if (pinned.has(publicName) || isForViewsOnly(contract.asReceived)) return false;
    const own = home.kind === "server" ? byServer.get(home.server) : undefined;
    return (ofEndpoint ?? own ?? discovery.default) === "search";
  };
}

/** Refuses a search without a ranking. Call it before anything is opened. */
export function assertRanking(config: Config, load: LoadIndexTools | undefined): void {
  if (load !== undefined || !searchesTools(config)) return;
  const problem =
    "`discovery: search` needs a ranking: pass `indexTools`, such as loadIndexTools of @toolcourt/host, or set `discovery: list`.";
  throw new Refusal("usage-invalid", { problem, help: "toolcourt effective" });
}

interface Ranked {
  readonly indexTools?: LoadIndexTools | undefined;
  readonly registry: Pick<Registry, "current">;
  readonly write: LogWriter;
  /** A command makes at most one search, and must not wait for an index that it may not need. */
  readonly forOperator?: true | undefined;
}

type SearchableGateway = SearchableApi & Pick<Shown, "callable" | "at" | "endpoints">;

/**
 * Puts the configured search before the tools of a gateway, and before those of each endpoint: a
 * search there must not see the rest. Returns any other gateway as it is, and loads nothing for it.
 */
export async function searchingIn<Api extends SearchableGateway>(
  config: Config,
  api: Api,
  { indexTools, registry, write, forOperator }: Ranked,
): Promise<Api> {
  if (indexTools === undefined || !searchesTools(config)) return api;
  const deps = { load: once(indexTools), log: createLogger(write).log };
  const toolOf = (name: string): RegisteredTool | undefined => registry.current().tools.get(name);
  const whole = withSearch(api, { toolOf, isSearched: searchedBy(config, undefined) }, deps);
  const places = new Map(
    config.endpoints.map(({ name, discovery }) => {
      const selection = {
        toolOf: (exposed: string) => toolOf(api.endpoints.publicName(name, exposed) ?? ""),
        isSearched: searchedBy(config, discovery),
      };
      return [name, withSearch(atEndpoint(api, name), selection, deps)];
    }),
  );
  const seen = new Map(
    [...places].map(([name, { listed }]) => [name, { ...api.at(name), listed }]),
  );
  if (forOperator !== true) await whole.warmUp(registry.current().listed);
  return {
    ...api,
    listed: whole.listed,
    at: (endpoint) => seen.get(endpoint) ?? api.at(endpoint),
    callTool: (call, signal) => {
      const place = call.endpoint === undefined ? whole : (places.get(call.endpoint) ?? api);
      return place.callTool(call, signal);
    },
  };
}

/** The tools of an endpoint, under the names that its callers use. */
function atEndpoint(api: SearchableGateway, endpoint: string): SearchableApi {
  return {
    listed: api.at(endpoint).listed,
    callable: (principal) => api.endpoints.listed(endpoint, api.callable(principal)),
    callTool: api.callTool,
  };
}

function once(load: LoadIndexTools): LoadIndexTools {
  let loading: ReturnType<LoadIndexTools> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
