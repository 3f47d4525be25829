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
  const listener = new Listener({
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

const minPauseMs = 100;
const maxPauseMs = 2_000;
/** A half-open connection looks idle, so we ping it. */
const pingEveryMs = 30_000;

/** A listening connection that reconnects by itself. */
export class Listener implements AsyncDisposable {
  readonly #deps: ListenerDeps;
  readonly #closing = new AbortController();
  #listening: Promise<Client> | undefined;

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  /** Resolves once listening. Every later notice is received. */
  async listen(): Promise<void> {
    this.#listening ??= this.#connect();
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const client = await this.#listening?.catch(() => undefined);
    // Not awaited: the database may be unresponsive and drops such connections itself.
    client?.end().catch(() => undefined);
  }

  async #connect(): Promise<Client> {
    const { database, clock, channel, received } = this.#deps;
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
      this.#listening = undefined;
      this.#reconnect().catch(() => undefined);
    });
    pingNowAndThen(client, clock, ended.signal).catch(() => client.end().catch(() => undefined));
    return client;
  }

  async #reconnect(): Promise<void> {
    for (let pauseMs = minPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await this.#deps.clock.sleep(pauseMs, this.#closing.signal);
      const isBack = await this.listen().then(
        () => true,
        () => false,
      );
      if (isBack) return;
    }
  }
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
