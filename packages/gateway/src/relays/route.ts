import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { shownName } from "../pipeline/call.ts";
import type { ListName } from "./read-list.ts";
import { mayHave } from "./relay-server.ts";
import type { ServerLists } from "./server-lists.ts";
import { matchesTemplate } from "./uri-template.ts";

/**
 * Returns the server that lists the address, else one whose template matches, else the only
 * candidate.
 */
export async function homeOfResource<Home extends ServerLists>(
  servers: readonly Home[],
  uri: string,
): Promise<Home> {
  const listing = await first(servers, "resources", (key) => key === uri);
  const home = listing ?? (await first(servers, "templates", (key) => matchesTemplate(key, uri)));
  if (home !== undefined) return home;
  const [only, ...others] = servers.filter(({ server }) => mayHave(server, "resources"));
  if (only !== undefined && others.length === 0 && uri !== "") return only;
  throw new Refusal("resource-unknown", { uri: shownName(uri) });
}

/** Returns the server that lists the template. Accepts an address as well. */
export async function homeOfTemplate<Home extends ServerLists>(
  servers: readonly Home[],
  template: string,
): Promise<Home> {
  const listing = await first(servers, "templates", (key) => key === template);
  return listing ?? homeOfResource(servers, template);
}

export async function homeOfPrompt<Home extends ServerLists>(
  servers: readonly Home[],
  name: string,
): Promise<Home> {
  const home = await first(servers, "prompts", (key) => key === name);
  if (home !== undefined) return home;
  throw new Refusal("prompt-unknown", { prompt: shownName(name) });
}

/**
 * Returns the first server with such an entry. Queries all at once, and does not wait for servers
 * after the match.
 */
async function first<Home extends ServerLists>(
  servers: readonly Home[],
  list: ListName,
  isWanted: (key: string) => boolean,
): Promise<Home | undefined> {
  const asked = servers.map((home) => ({ home, entries: home.read(list) }));
  for (const { home, entries } of asked) {
    if ((await entries).some(({ key }) => isWanted(key))) return home;
  }
  return undefined;
}
