import type { JsonObject } from "@toolcourt/sdk";
import type { Entry, ListName } from "./read-list.ts";
import type { ServerLists } from "./server-lists.ts";

/** An entry that is left out because a server before has one with the same key. */
export interface Collision {
  readonly key: string;
  readonly winner: string;
  readonly loser: string;
}

/** Makes a function that gives all lists as one, in the order of the servers. Of entries with one key the first is kept. */
export function createMerge(
  servers: readonly ServerLists[],
  list: ListName,
  collided: (collision: Collision) => void = () => undefined,
): () => Promise<readonly JsonObject[]> {
  let known: ReadonlySet<string> = new Set();

  return async () => {
    const all = await Promise.all(servers.map(({ read }) => read(list)));
    const entries = servers.flatMap(({ server }, index) =>
      (all[index] ?? []).map((entry) => ({ ...entry, server: server.name })),
    );
    const { kept, collisions } = settle(entries);
    // A list is asked for again and again; what was so the last time is not told twice.
    for (const [id, collision] of collisions) if (!known.has(id)) collided(collision);
    known = new Set(collisions.keys());
    return kept;
  };
}

interface Settled {
  readonly kept: readonly JsonObject[];
  readonly collisions: ReadonlyMap<string, Collision>;
}

function settle(entries: readonly (Entry & { readonly server: string })[]): Settled {
  const winners = new Map<string, string>();
  const kept: JsonObject[] = [];
  const collisions = new Map<string, Collision>();
  for (const { key, listed, server: loser } of entries) {
    const winner = winners.get(key);
    if (winner === undefined) {
      winners.set(key, loser);
      kept.push(listed);
    } else if (winner !== loser) {
      collisions.set(JSON.stringify([key, loser]), { key, winner, loser });
    }
  }
  return { kept, collisions };
}
