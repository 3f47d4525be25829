import type { JsonObject } from "@toolcourt/sdk";
import type { Entry, ListName } from "./read-list.ts";
import type { ServerLists } from "./server-lists.ts";

/** An entry left out because an earlier server has the same key. */
export interface Collision {
  readonly key: string;
  readonly winner: string;
  readonly loser: string;
}

/** Merges all lists in server order. For equal keys the first entry wins. */
export async function mergeLists(
  servers: readonly ServerLists[],
  list: ListName,
  collided: (collision: Collision) => void = () => undefined,
): Promise<readonly JsonObject[]> {
  const all = await Promise.all(servers.map(({ read }) => read(list)));
  const entries = servers.flatMap(({ server }, index) =>
    (all[index] ?? []).map((entry) => ({ ...entry, server: server.name })),
  );
  const { kept, collisions } = settle(entries);
  for (const collision of collisions) collided(collision);
  return kept;
}

interface Settled {
  readonly kept: readonly JsonObject[];
  readonly collisions: readonly Collision[];
}

function settle(entries: readonly (Entry & { readonly server: string })[]): Settled {
  const winners = new Map<string, string>();
  const kept: JsonObject[] = [];
  const collisions: Collision[] = [];
  for (const { key, listed, server: loser } of entries) {
    const winner = winners.get(key);
    if (winner === undefined) {
      winners.set(key, loser);
      kept.push(listed);
    } else if (winner !== loser) {
      collisions.push({ key, winner, loser });
    }
  }
  return { kept, collisions };
}
