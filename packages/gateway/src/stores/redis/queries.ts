import type { Redis } from "ioredis";
import type { QueryStore } from "../query-store.ts";
import { asked } from "./faults.ts";
import { moveScript } from "./scripts.ts";

/** Does not own `redis`: the caller closes it. */
export function createRedisQueries(redis: Redis, prefix: string): QueryStore {
  return {
    move: async (key, { from, fromNothing, to, forMs }) => {
      const move = [to, Math.ceil(forMs), fromNothing ? 1 : 0, ...from];
      return (await asked(redis.eval(moveScript, 1, `${prefix}query:${key}`, ...move))) === 1;
    },
  };
}
