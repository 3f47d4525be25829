import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { QueryStore } from "../query-store.ts";
import { createSweptMap } from "./swept-map.ts";

interface Query {
  readonly state: string;
  readonly endsAt: number;
}

/** Tracks the queries of one process. */
export function createMemoryQueries(clock: Clock): QueryStore {
  const queries = createSweptMap<Query>(({ endsAt }, now) => endsAt <= now);

  return {
    move: async (key, { from, fromNothing, to, forMs }) => {
      const now = clock.monotonic();
      const query = queries.get(key, now);
      if (query === undefined ? !fromNothing : !from.includes(query.state)) return false;
      queries.set(key, { state: to, endsAt: now + forMs }, now);
      return true;
    },
  };
}
