import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { Redis } from "ioredis";
import type { LimitStore } from "../limit-store.ts";
import type { Notices } from "../notices.ts";
import type { QueryStore } from "../query-store.ts";
import { createRedisLimits, createRedisQueries } from "./counters.ts";
import { asked } from "./faults.ts";
import { createRedisNotices } from "./notices.ts";

export interface RedisConfig {
  /**
   * Prefix of every key and channel, so that several toolboxes can share a server. Default:
   * `toolcourt:`.
   */
  readonly prefix?: string;
  /** Time limit of every operation. Default: 500 ms. */
  readonly timeoutMs?: number;
}

/** Stores that are shared between processes and may be lost. */
export interface RedisStores extends AsyncDisposable {
  readonly limits: LimitStore;
  readonly queries: QueryStore;
  readonly notices: Notices;
}

const maxPauseMs = 1_000;

/** Opens limits, queries and notices shared through Redis. Rejects if it is unreachable. */
export async function openRedisStores(
  url: string,
  { prefix = "toolcourt:", timeoutMs = 500 }: RedisConfig = {},
): Promise<RedisStores> {
  const common = { lazyConnect: true, connectTimeout: timeoutMs, retryStrategy: pauseBefore };
  return openAll(async (stack) => {
    const client = new Redis(url, {
      ...common,
      commandTimeout: timeoutMs,
      // Fail fast while Redis is away instead of queueing commands.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    const redis = await connect(client, stack);
    const subscriber = await connect(new Redis(url, common), stack);
    return {
      limits: createRedisLimits(redis, prefix),
      queries: createRedisQueries(redis, prefix),
      notices: createRedisNotices({ redis, subscriber, prefix }),
    };
  });
}

function pauseBefore(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), maxPauseMs);
}

async function connect(redis: Redis, stack: AsyncDisposableStack): Promise<Redis> {
  stack.defer(() => redis.disconnect());
  // The client reconnects by itself, and each command reports its own failure.
  redis.on("error", () => undefined);
  await asked(redis.connect());
  return redis;
}
