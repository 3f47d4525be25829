import { Redis } from "ioredis";
import { openAll } from "../../foundation/kernel/open-all.ts";
import type { LimitStore } from "../limit-store.ts";
import type { Notices } from "../notices.ts";
import type { QueryStore } from "../query-store.ts";
import { asked } from "./faults.ts";
import { createRedisLimits } from "./limits.ts";
import { createRedisNotices } from "./notices.ts";
import { createRedisQueries } from "./queries.ts";

export interface RedisOptions {
  /** Before every key and channel, so that several toolboxes can share a server. */
  readonly prefix?: string;
  /** How long anything may take before it counts as failed. */
  readonly timeoutMs?: number;
}

/** What many processes share and may lose. */
export interface RedisStores extends AsyncDisposable {
  readonly limits: LimitStore;
  readonly queries: QueryStore;
  readonly notices: Notices;
}

const longestPauseMs = 1_000;

/** Opens the limits, queries and notices of all processes that share a Redis. Fails where nobody is there. */
export async function openRedisStores(
  url: string,
  { prefix = "toolcourt:", timeoutMs = 500 }: RedisOptions = {},
): Promise<RedisStores> {
  return openAll(async (stack) => {
    const redis = await connect(url, stack, {
      commandTimeout: timeoutMs,
      connectTimeout: timeoutMs,
      // While it is away everybody is told so at once: nobody waits for it to come back.
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
  // It connects again by itself. Who asks meanwhile hears of it.
  redis.on("error", () => undefined);
  await asked(redis.connect());
  return redis;
}
