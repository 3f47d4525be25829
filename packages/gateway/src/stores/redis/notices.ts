import type { Redis } from "ioredis";
import type { Notices } from "../notices.ts";
import { asked } from "./faults.ts";

type Listener = (text: string) => void;

export interface NoticesOptions {
  /** Publishes. */
  readonly redis: Redis;
  /** Listens, and can do nothing else then. Subscribes again by itself when it was away. */
  readonly subscriber: Redis;
  readonly prefix: string;
}

/** Owns neither connection: whoever opened them closes them. */
export function createRedisNotices({ redis, subscriber, prefix }: NoticesOptions): Notices {
  // Redis keeps the keys of its databases apart, but tells everybody everything.
  const channelOf = (topic: string): string => `${prefix}${redis.options.db ?? 0}:notice:${topic}`;
  const subscriptions = new Map<string, Set<{ readonly hear: Listener }>>();
  subscriber.on("message", (channel: string, text: string) => {
    for (const { hear } of subscriptions.get(channel) ?? []) tell(hear, text);
  });

  return {
    publish: async (topic, text) => {
      await asked(redis.publish(channelOf(topic), text));
    },
    subscribe: async (topic, hear) => {
      const channel = channelOf(topic);
      const subscription = { hear };
      const all = subscriptions.get(channel) ?? new Set();
      // Before Redis is told: whoever leaves meanwhile must see that somebody is still here.
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

// What one listener throws is not the others' matter, nor the connection's.
function tell(hear: Listener, text: string): void {
  try {
    hear(text);
  } catch {
    return;
  }
}
