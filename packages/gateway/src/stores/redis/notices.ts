import type { Redis } from "ioredis";
import { type Notices, notify } from "../notices.ts";
import { asked } from "./faults.ts";

type Listener = (text: string) => void;

export interface NoticesDeps {
  /** Publishes. */
  readonly redis: Redis;
  /** Dedicated to subscriptions, as Redis requires. Resubscribes by itself after a reconnect. */
  readonly subscriber: Redis;
  readonly prefix: string;
}

/** Owns neither connection: the caller closes them. */
export function createRedisNotices({ redis, subscriber, prefix }: NoticesDeps): Notices {
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
