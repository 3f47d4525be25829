import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isJsonObject, own } from "@toolcourt/sdk";
import { refusalFor } from "./pass-on.ts";
import type { RelayServer } from "./relays.ts";
import { answerMs } from "./server-lists.ts";
import { createThrottle } from "./throttle.ts";

/** Tracks which listeners follow which resources of one server. */
export interface Follower {
  /** Notifies the listener of every change. Returns the unsubscribe function. */
  readonly follow: (uri: string, changed: () => void) => Promise<() => Promise<void>>;
  readonly updated: (uri: string) => void;
}

const method = "resources/subscribe";
/** Twice the size of the largest list. */
const maxFollowed = 1_000;

interface Wanted {
  readonly listeners: Set<() => void>;
  readonly updated: () => void;
  /** Settles once the server has the subscription. */
  readonly subscribed: Promise<void>;
}

export function createFollower(server: RelayServer, clock: Clock): Follower {
  const wanted = new Map<string, Wanted>();
  let turn: Promise<void> = Promise.resolve();

  // Serialized, each with the full current set: the last update is always correct.
  const update = (): Promise<void> => {
    const updating = turn.then(() =>
      withTimeout({ clock, ms: answerMs }, (signal) =>
        server.upstream.watchResources([...wanted.keys()], signal),
      ),
    );
    turn = updating.catch(() => undefined);
    return updating;
  };

  const start = (uri: string): Wanted => {
    if (!canFollow(server) || wanted.size >= maxFollowed) throw refused(server);
    const listeners = new Set<() => void>();
    const updated = createThrottle(clock, () => {
      for (const listener of listeners) listener();
    });
    const started = { listeners, updated, subscribed: update() };
    wanted.set(uri, started);
    return started;
  };

  const leave = async (uri: string, listener: () => void): Promise<void> => {
    const listeners = wanted.get(uri)?.listeners;
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    wanted.delete(uri);
    // If this fails, the server keeps notifying without any listener.
    await update().catch(() => undefined);
  };

  return {
    follow: async (uri, changed) => {
      const { listeners, subscribed } = wanted.get(uri) ?? start(uri);
      // A wrapper of its own, because the same callback may be passed twice.
      const listener = (): void => changed();
      listeners.add(listener);
      try {
        await subscribed;
      } catch (error) {
        await leave(uri, listener);
        throw refusalFor(error, { method, server: server.name, uri });
      }
      return () => leave(uri, listener);
    },
    updated: (uri) => wanted.get(uri)?.updated(),
  };
}

function canFollow({ upstream }: RelayServer): boolean {
  const resources = own(upstream.capabilities(), "resources");
  return isJsonObject(resources) && own(resources, "subscribe") === true;
}

function refused({ name: server }: RelayServer): Refusal {
  return new Refusal("relay-refused", { method, server });
}
