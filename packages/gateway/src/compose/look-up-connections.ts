import type { Connections } from "../boundary/connections/connections.ts";
import type { Config } from "../config/config.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { openConfiguredStores } from "./open-configured-stores.ts";
import { type ConnectionDeps, openConnections } from "./open-connections.ts";
import { type DraftLookupDeps, isThere } from "./set-drafts.ts";
import { vaultUsable } from "./store-unusable.ts";

type LookupDeps = Omit<ConnectionDeps, "stores" | "subjects" | "registry"> &
  Pick<DraftLookupDeps, "stack"> & {
    readonly redaction: { readonly registry: ConnectionDeps["registry"] };
  };

/**
 * Opens the connections for a command that only looks: a server may list its tools only to a known
 * client. Undefined if no server names a connection, or there is no store.
 */
export async function lookUpConnections(
  { toolbox, authority }: Pick<Config, "toolbox" | "authority">,
  place: LookupDeps,
): Promise<Connections | undefined> {
  const isNeeded = toolbox.servers.some(
    ({ transport }) => "connection" in transport && transport.kind !== "http_tools",
  );
  const { url } = authority.stores;
  if (!isNeeded || !(await isThere(url, place))) return undefined;
  const stores = await openConfiguredStores(authority, place.stack, place);
  const { clock, newId, redaction } = place;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const { key } = authority.connections;
  const parts = { ...place, stores, subjects, registry: redaction.registry };
  return place.stack.use(await vaultUsable(openConnections(key, parts), key)).connections;
}
