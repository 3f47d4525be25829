import type { Clock } from "../../kernel/clock.ts";
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

/** Listens with one connection for all topics, from the first who subscribes on. */
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
  const { topic, text } = noticeIn(payload);
  for (const subscription of subscriptions) {
    if (subscription.topic === topic) tell(subscription, text);
  }
}

function noticeIn(payload: string): { readonly topic: unknown; readonly text: string } {
  const notice: unknown = JSON.parse(payload);
  const [topic, text]: readonly unknown[] = isList(notice) ? notice : [];
  return { topic, text: typeof text === "string" ? text : "" };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

// What one listener throws is not the others' matter, nor the connection's.
function tell({ listener }: Subscription, text: string): void {
  try {
    listener(text);
  } catch {
    return;
  }
}
