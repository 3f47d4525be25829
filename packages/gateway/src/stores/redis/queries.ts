import type { Redis } from "ioredis";
import type { QueryStore } from "../query-store.ts";
import { asked } from "./faults.ts";
import { moveScript } from "./scripts.ts";

/** Does not own `redis`: whoever opened it closes it. */
export function createRedisQueries(redis: Redis, prefix: string): QueryStore {
  return {
    move: async (key, { from, to, forMs }) => {
      const lasting = Math.ceil(forMs);
      return (
        (await asked(redis.eval(moveScript, 1, `${prefix}query:${key}`, to, lasting, ...from))) ===
        1
      );
    },
  };
}
