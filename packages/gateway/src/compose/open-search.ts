import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Registry } from "../catalog/create-registry.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { LoadIndexTools } from "../search/index-tools.ts";
import { type SearchableApi, withSearch } from "../search/tool-search.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";

/** Reports whether tools of any server leave the list. */
export function searchesTools({ discovery, toolbox }: Config): boolean {
  return discovery.default === "search" || toolbox.servers.some(isSearchedServer);
}

function isSearchedServer({ discovery }: Config["toolbox"]["servers"][number]): boolean {
  return discovery === "search";
}

/** Returns which tools leave the list. */
function searchedBy({ discovery, toolbox }: Config): (tool: RegisteredTool) => boolean {
  const pinned = new Set(discovery.pinned);
  const byServer = new Map(toolbox.servers.map((server) => [server.name, server.discovery]));
  return ({ publicName, home }) => {
    if (pinned.has(publicName)) return false;
    const own = home.kind === "server" ? byServer.get(home.server) : undefined;
    return (own ?? discovery.default) === "search";
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

/**
 * Puts the configured search before the tools of a gateway. Returns any other gateway as it is, and
 * loads nothing for it.
 */
export async function searchingIn<Api extends SearchableApi>(
  config: Config,
  api: Api,
  { indexTools, registry, write, forOperator }: Ranked,
): Promise<Api> {
  if (indexTools === undefined || !searchesTools(config)) return api;
  const toolOf = (name: string): RegisteredTool | undefined => registry.current().tools.get(name);
  const selection = { toolOf, isSearched: searchedBy(config) };
  const load = once(indexTools);
  const { warmUp, ...searched } = withSearch(api, selection, {
    load,
    log: createLogger(write).log,
  });
  if (forOperator !== true) await warmUp(registry.current().listed);
  return { ...api, ...searched };
}

function once(load: LoadIndexTools): LoadIndexTools {
  let loading: ReturnType<LoadIndexTools> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
