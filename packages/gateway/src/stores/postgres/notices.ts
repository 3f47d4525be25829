import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Client } from "pg";
import { type Notices, notify } from "../notices.ts";
import type { Database } from "./database.ts";

export interface NoticesDeps extends Pick<Runtime, "clock"> {
  readonly database: Database;
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
}: NoticesDeps): Notices & AsyncDisposable {
  const channel = `toolcourt_${schema}`;
  const subscriptions = new Set<Subscription>();
  const listener = openListener({
    database,
    clock,
    channel,
    received: (payload) => deliver(subscriptions, payload),
  });

  return {
    publish: async (topic, text) => {
      await database.ask("SELECT pg_notify($1, $2)", [channel, JSON.stringify([topic, text])]);
    },
    subscribe: async (topic, subscriber) => {
      await listener.listen();
      const subscription = { topic, listener: subscriber };
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
    if (subscription.topic === topic) notify(subscription.listener, text);
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

export interface ListenerDeps extends Pick<Runtime, "clock"> {
  readonly database: Database;
  readonly channel: string;
  readonly received: (payload: string) => void;
}

/** A listening connection that reconnects by itself. */
export interface Listener extends AsyncDisposable {
  /** Resolves once listening. Every later notice is received. */
  readonly listen: () => Promise<void>;
}

const minPauseMs = 100;
const maxPauseMs = 2_000;
/** A half-open connection looks idle, so we ping it. */
const pingEveryMs = 30_000;

export function openListener({ database, clock, channel, received }: ListenerDeps): Listener {
  const closing = new AbortController();
  let listening: Promise<Client> | undefined;

  const connect = async (): Promise<Client> => {
    const client = await database.connect();
    client.on("notification", ({ payload = "" }) => received(payload));
    try {
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    const ended = new AbortController();
    client.once("end", () => {
      ended.abort();
      listening = undefined;
      reconnect().catch(() => undefined);
    });
    pingNowAndThen(client, clock, ended.signal).catch(() => client.end().catch(() => undefined));
    return client;
  };

  const listen = async (): Promise<void> => {
    listening ??= connect();
    try {
      await listening;
    } catch (error) {
      listening = undefined;
      throw error;
    }
  };

  const reconnect = async (): Promise<void> => {
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await clock.sleep(pauseMs, closing.signal);
      const isBack = await listen().then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  };

  return {
    listen,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      const client = await listening?.catch(() => undefined);
      // Not awaited: the database may be unresponsive and drops such connections itself.
      client?.end().catch(() => undefined);
    },
  };
}

/** Pings until the connection has ended or does not answer. */
async function pingNowAndThen(
  client: Client,
  clock: Runtime["clock"],
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await clock.sleep(pingEveryMs, ended);
    await client.query("SELECT");
  }
}
