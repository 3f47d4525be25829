import type { Era } from "../protocol/era.ts";
import { type Advertised, advertisedFor } from "../protocol/extensions.ts";
import { extensionsIn } from "../upstreams/tasks.ts";
import type { RelayHome } from "./relay-home.ts";
import { mayHave, type Offering, offerings, type RelayItem } from "./relays.ts";

/** Returns the features of some servers, as far as a caller reaches them. */
export function offeredBy(
  homes: readonly RelayHome[],
  reaches: (of: Omit<RelayItem, "name">) => boolean,
): ReadonlySet<Offering> {
  const isOffered = (what: Offering, { server }: RelayHome): boolean =>
    mayHave(server, what) && kindsOf[what].some((kind) => reaches({ kind, server: server.name }));
  return new Set(offerings.filter((what) => homes.some((home) => isOffered(what, home))));
}

const kindsOf = {
  resources: ["resource"],
  prompts: ["prompt"],
  completions: ["resource", "prompt"],
} as const satisfies Record<Offering, readonly RelayItem["kind"][]>;

/** Returns the extensions that some servers advertise and the gateway handles. */
export function extensionsOf(homes: readonly RelayHome[], era: Era): Advertised {
  return advertisedFor(
    era,
    homes.map(({ server }) => extensionsIn(server.upstream)),
  );
}
