import type { ServerConfig } from "@toolcourt/gateway/internal/config/offering";
import { readClientServers } from "../../../authoring/scaffolding/clients/client-servers.ts";
import type { FoundServer } from "../../../authoring/scaffolding/clients/found-server.ts";
import { serverName } from "../../../authoring/scaffolding/clients/found-server.ts";
import type { ServerList } from "../../../authoring/scaffolding/clients/server-lists.ts";
import type { ListEdit } from "../../client-files/edit-list.ts";

export interface ListedEntries {
  /** Entries that the gateway serves too. */
  readonly served: ListEdit["removed"];
  /** Other entries, by name, apart from the gateway's own. */
  readonly others: readonly string[];
}

/** Finds the entries of a client's file that the configuration has too: same name, same server. */
export function servedEntries(
  lists: readonly ServerList[],
  gateway: string,
  servers: readonly ServerConfig[],
): ListedEntries {
  const served: { readonly path: readonly string[]; readonly name: string }[] = [];
  const others: string[] = [];
  for (const list of lists) {
    const found = readClientServers([list]).servers;
    for (const name of Object.keys(list.entries)) {
      if (name === gateway) continue;
      const entry = found.find((each) => each.name === serverName(name));
      const same = servers.find((each) => each.name === serverName(name));
      if (entry && same && isSameServer(entry, same)) served.push({ path: list.path, name });
      else others.push(name);
    }
  }
  return { served, others };
}

/** Arguments and paths may hold secrets that were left out, so they are not compared. */
function isSameServer({ transport }: FoundServer, { transport: ours }: ServerConfig): boolean {
  if (transport.kind === "stdio") {
    return ours.kind === "stdio" && ours.command === transport.command;
  }
  const isRemote = ours.kind === "sse" || ours.kind === "streamable_http";
  return (
    isRemote && ours.kind === transport.kind && ours.url.origin === URL.parse(transport.url)?.origin
  );
}
