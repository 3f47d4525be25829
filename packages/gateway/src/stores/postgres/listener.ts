import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Client } from "pg";
import type { Database } from "./database.ts";

export interface ListenerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly channel: string;
  readonly hear: (payload: string) => void;
}

/** A listening connection that reconnects by itself. */
export interface Listener extends AsyncDisposable {
  /** Resolves once listening. Every later notice is heard. */
  readonly listen: () => Promise<void>;
}

const shortestPauseMs = 100;
const longestPauseMs = 2_000;
/** A half-open connection looks idle, so we ping it. */
const askEveryMs = 30_000;

export function openListener({ database, clock, channel, hear }: ListenerOptions): Listener {
  const closing = new AbortController();
  let listening: Promise<Client> | undefined;

  const connect = async (): Promise<Client> => {
    const client = await database.connect();
    client.on("notification", ({ payload = "" }) => hear(payload));
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
      comeBack().catch(() => undefined);
    });
    askNowAndThen(client, clock, ended.signal).catch(() => client.end().catch(() => undefined));
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

  const comeBack = async (): Promise<void> => {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
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
async function askNowAndThen(client: Client, clock: Clock, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await clock.sleep(askEveryMs, ended);
    await client.query("SELECT");
  }
}
