import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  type Left,
  mostQueries,
  type Query,
  type QueryCall,
  queryLastsMs,
  takesUp,
} from "./queries.ts";
import { createWindows } from "./windows.ts";

/** Tracks the queries of one process. */
export interface LocalQueries {
  readonly take: (key: string, call: QueryCall) => boolean;
  readonly leave: (key: string, call: QueryCall, left: Left) => void;
}

export function createLocalQueries(clock: Clock, most = mostQueries): LocalQueries {
  const queries = createWindows<Query>(most);

  return {
    take: (key, call) => {
      const now = clock.monotonic();
      const query = queries.get(key, now);
      if (query !== undefined && !takesUp(call, query)) return false;
      queries.set(key, { endsAt: now + queryLastsMs }, now);
      return true;
    },
    leave: (key, { registered }, left) => {
      const now = clock.monotonic();
      const endsAt = now + queryLastsMs;
      queries.set(key, { endsAt, left, tool: registered.publicName }, now);
    },
  };
}
