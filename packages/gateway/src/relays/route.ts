import { shownName } from "../calls/shown-name.ts";
import { Refusal } from "../errors/refusal.ts";
import type { ListName } from "./read-list.ts";
import { has, type RelayServer } from "./relay-server.ts";
import type { ServerLists } from "./server-lists.ts";
import { matchesTemplate } from "./uri-template.ts";

/** The server that lists an address, else one whose template matches, else the only one with resources. */
export async function homeOfResource(
  servers: readonly ServerLists[],
  uri: string,
): Promise<RelayServer> {
  const listing = await first(servers, "resources", (key) => key === uri);
  const home = listing ?? (await first(servers, "templates", (key) => matchesTemplate(key, uri)));
  if (home !== undefined) return home;
  const [only, ...others] = servers.filter(({ server }) => has(server, "resources"));
  if (only !== undefined && others.length === 0 && uri !== "") return only.server;
  throw new Refusal("resource-unknown", { uri: shownName(uri) });
}

/** The server whose template this is; an address will do as well. */
export async function homeOfTemplate(
  servers: readonly ServerLists[],
  template: string,
): Promise<RelayServer> {
  const listing = await first(servers, "templates", (key) => key === template);
  return listing ?? homeOfResource(servers, template);
}

export async function homeOfPrompt(
  servers: readonly ServerLists[],
  name: string,
): Promise<RelayServer> {
  const home = await first(servers, "prompts", (key) => key === name);
  if (home !== undefined) return home;
  throw new Refusal("prompt-unknown", { prompt: shownName(name) });
}

/** The first server with such an entry. All are asked at once, and nobody waits for those behind it. */
async function first(
  servers: readonly ServerLists[],
  list: ListName,
  isWanted: (key: string) => boolean,
): Promise<RelayServer | undefined> {
  const asked = servers.map(({ server, read }) => ({ server, entries: read(list) }));
  for (const { server, entries } of asked) {
    if ((await entries).some(({ key }) => isWanted(key))) return server;
  }
  return undefined;
}
