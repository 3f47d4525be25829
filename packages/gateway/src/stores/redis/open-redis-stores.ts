import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { Redis } from "ioredis";
import { type HistoryStore, historyForMs } from "../history-store.ts";
import type { LimitStore } from "../limit-store.ts";
import { type Notices, notify } from "../notices.ts";
import type { QueryStore } from "../query-store.ts";
import { createRedisLimits, createRedisQueries } from "./counters.ts";
import { asked } from "./faults.ts";
import { createRedisHistories } from "./histories.ts";

export interface RedisConfig {
  /**
   * Prefix of every key and channel, so that several toolboxes can share a server. Default:
   * `toolcourt:`.
   */
  readonly prefix?: string;
  /** Time limit of every operation. Default: 500 ms. */
  readonly timeoutMs?: number;
  /** How long a history is kept after its last entry. Default: 30 days. */
  readonly historiesForMs?: number;
}

/** Stores that are shared between processes and may be lost. */
export interface RedisStores extends AsyncDisposable {
  readonly limits: LimitStore;
  readonly queries: QueryStore;
  readonly notices: Notices;
  readonly histories: HistoryStore;
  /** Returns the time of the server, in milliseconds since 1970. */
  readonly time: () => Promise<number>;
}

const maxPauseMs = 1_000;

/** Opens limits, queries, notices and histories shared through Redis. Rejects if it is unreachable. */
export async function openRedisStores(
  url: string,
  { prefix = "toolcourt:", timeoutMs = 500, historiesForMs = historyForMs }: RedisConfig = {},
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
      histories: createRedisHistories(redis, { prefix, historiesForMs }),
      time: () => timeOf(redis),
    };
  });
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await asked(redis.time());
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
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

type Listener = (text: string) => void;

interface NoticesDeps {
  /** Publishes. */
  readonly redis: Redis;
  /** Dedicated to subscriptions, as Redis requires. Resubscribes by itself after a reconnect. */
  readonly subscriber: Redis;
  readonly prefix: string;
}

/** Owns neither connection: the caller closes them. */
function createRedisNotices({ redis, subscriber, prefix }: NoticesDeps): Notices {
  // Redis separates keys by database number, but not channels.
  const channelOf = (topic: string): string => `${prefix}${redis.options.db ?? 0}:notice:${topic}`;
  const subscriptions = new Map<string, Set<{ readonly listener: Listener }>>();
  subscriber.on("message", (channel: string, text: string) => {
    for (const { listener } of subscriptions.get(channel) ?? []) notify(listener, text);
  });

  return {
    publish: async (topic, text) => {
      await asked(redis.publish(channelOf(topic), text));
    },
    subscribe: async (topic, listener) => {
      const channel = channelOf(topic);
      const subscription = { listener };
      const all = subscriptions.get(channel) ?? new Set();
      // Set before Redis subscribes: a concurrent unsubscribe must see this listener.
      subscriptions.set(channel, all.add(subscription));
      const leave = async (): Promise<void> => {
        all.delete(subscription);
        if (all.size > 0 || subscriptions.get(channel) !== all) return;
        subscriptions.delete(channel);
        await asked(subscriber.unsubscribe(channel));
      };
      try {
        await asked(subscriber.subscribe(channel));
      } catch (error) {
        leave().catch(() => undefined);
        throw error;
      }
      return leave;
    },
  };
}
