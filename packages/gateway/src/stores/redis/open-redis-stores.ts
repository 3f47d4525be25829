import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { Redis } from "ioredis";
import type { LimitStore } from "../limit-store.ts";
import type { Notices } from "../notices.ts";
import type { QueryStore } from "../query-store.ts";
import { asked } from "./faults.ts";
import { createRedisLimits } from "./limits.ts";
import { createRedisNotices } from "./notices.ts";
import { createRedisQueries } from "./queries.ts";

export interface RedisOptions {
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

const longestPauseMs = 1_000;

/** Opens limits, queries and notices shared through Redis. Rejects if it is unreachable. */
export async function openRedisStores(
  url: string,
  { prefix = "toolcourt:", timeoutMs = 500 }: RedisOptions = {},
): Promise<RedisStores> {
  return openAll(async (stack) => {
    const redis = await connect(url, stack, {
      commandTimeout: timeoutMs,
      connectTimeout: timeoutMs,
      // Fail fast while Redis is away instead of queueing commands.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    const subscriber = await connect(url, stack, { connectTimeout: timeoutMs });
    return {
      limits: createRedisLimits(redis, prefix),
      queries: createRedisQueries(redis, prefix),
      notices: createRedisNotices({ redis, subscriber, prefix }),
    };
  });
}

interface ConnectionOptions {
  readonly connectTimeout: number;
  readonly commandTimeout?: number;
  readonly enableOfflineQueue?: boolean;
  readonly maxRetriesPerRequest?: number;
}

async function connect(
  url: string,
  stack: AsyncDisposableStack,
  options: ConnectionOptions,
): Promise<Redis> {
  const redis = new Redis(url, {
    ...options,
    lazyConnect: true,
    retryStrategy: (attempts: number) => Math.min(50 * 2 ** Math.min(attempts, 10), longestPauseMs),
  });
  stack.defer(() => redis.disconnect());
  // The client reconnects by itself, and each command reports its own failure.
  redis.on("error", () => undefined);
  await asked(redis.connect());
  return redis;
}
