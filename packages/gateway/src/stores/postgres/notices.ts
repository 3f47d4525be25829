import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Notices } from "../notices.ts";
import type { Database } from "./database.ts";
import { openListener } from "./listener.ts";

export interface NoticesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly schema: string;
}

interface Subscription {
  readonly topic: string;
  readonly listener: (text: string) => void;
}

/** Opens notices. One connection listens for all topics, from the first subscription on. */
export function openPostgresNotices({
  database,
  clock,
  schema,
}: NoticesOptions): Notices & AsyncDisposable {
  const channel = `toolcourt_${schema}`;
  const subscriptions = new Set<Subscription>();
  const listener = openListener({
    database,
    clock,
    channel,
    hear: (payload) => deliver(subscriptions, payload),
  });

  return {
    publish: async (topic, text) => {
      await database.ask("SELECT pg_notify($1, $2)", [channel, JSON.stringify([topic, text])]);
    },
    subscribe: async (topic, hear) => {
      await listener.listen();
      const subscription = { topic, listener: hear };
      subscriptions.add(subscription);
      return async () => {
        subscriptions.delete(subscription);
      };
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}

function deliver(subscriptions: ReadonlySet<Subscription>, payload: string): void {
  const [topic, text] = partsOf(payload);
  if (typeof text !== "string") return;
  for (const subscription of subscriptions) {
    if (subscription.topic === topic) tell(subscription, text);
  }
}

// Any client of the database may send anything on its channels.
function partsOf(payload: string): readonly unknown[] {
  try {
    const notice: unknown = JSON.parse(payload);
    return Array.isArray(notice) ? notice : [];
  } catch {
    return [];
  }
}

// A throwing listener must not affect the others or the connection.
function tell({ listener }: Subscription, text: string): void {
  try {
    listener(text);
  } catch {
    return;
  }
}
