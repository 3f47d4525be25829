import type { Redis } from "ioredis";
import type { LimitStore } from "../limit-store.ts";
import { StoreError } from "../store-error.ts";
import { asked } from "./faults.ts";
import { enterScript, takeScript } from "./scripts.ts";

/** Does not own `redis`: the caller closes it. */
export function createRedisLimits(redis: Redis, prefix: string): LimitStore {
  return {
    take: async (key, { wanted, most, windowMs }) => {
      const window = Math.ceil(windowMs);
      const answer = await asked(
        redis.eval(takeScript, 1, `${prefix}rate:${key}`, wanted, most, window),
      );
      const [granted, endsInMs] = numbersIn(answer);
      if (granted === undefined || endsInMs === undefined) throw new StoreError("failed");
      return { granted, endsInMs };
    },
    enter: async (key, { holder, most, leaseMs }) => {
      const lease = Math.ceil(leaseMs);
      return (
        (await asked(redis.eval(enterScript, 1, `${prefix}places:${key}`, holder, most, lease))) ===
        1
      );
    },
    leave: async (key, holder) => {
      await asked(redis.zrem(`${prefix}places:${key}`, holder));
    },
  };
}

function numbersIn(answer: unknown): readonly number[] {
  return Array.isArray(answer) ? answer.filter((each) => typeof each === "number") : [];
}
