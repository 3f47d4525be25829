import { isJsonObject, own } from "@toolcourt/sdk";
import { Refusal } from "../foundation/errors/refusal.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import { withTimeout } from "../foundation/kernel/with-timeout.ts";
import { createCalm } from "./calm.ts";
import { refusalFor } from "./refusals.ts";
import type { RelayServer } from "./relay-server.ts";
import { answerMs } from "./server-lists.ts";

/** Who wants to hear of which resources of one server. */
export interface Follower {
  /** Has the listener told of every change, until what it gives back is called. */
  readonly follow: (uri: string, changed: () => void) => Promise<() => Promise<void>>;
  readonly updated: (uri: string) => void;
}

const method = "resources/subscribe";
/** As many as the largest list has, twice. */
const mostFollowed = 1_000;

interface Wanted {
  readonly listeners: Set<() => void>;
  readonly updated: () => void;
  /** Settles when the server has been told. */
  readonly told: Promise<void>;
}

export function createFollower(server: RelayServer, clock: Clock): Follower {
  const wanted = new Map<string, Wanted>();
  let turn: Promise<void> = Promise.resolve();

  // One after the other, each with all that is wanted by then: so the last word is the right one.
  const tell = (): Promise<void> => {
    const telling = turn.then(() =>
      withTimeout({ clock, ms: answerMs }, (signal) =>
        server.upstream.watchResources([...wanted.keys()], signal),
      ),
    );
    turn = telling.catch(() => undefined);
    return telling;
  };

  const start = (uri: string): Wanted => {
    if (!canFollow(server) || wanted.size >= mostFollowed) throw refused(server);
    const listeners = new Set<() => void>();
    const updated = createCalm(clock, () => {
      for (const listener of listeners) listener();
    });
    const started = { listeners, updated, told: tell() };
    wanted.set(uri, started);
    return started;
  };

  const leave = async (uri: string, listener: () => void): Promise<void> => {
    const listeners = wanted.get(uri)?.listeners;
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    wanted.delete(uri);
    // A server that cannot be told goes on telling, and nobody listens.
    await tell().catch(() => undefined);
  };

  return {
    follow: async (uri, changed) => {
      const { listeners, told } = wanted.get(uri) ?? start(uri);
      // A function of its own: the same one may be given twice.
      const listener = (): void => changed();
      listeners.add(listener);
      try {
        await told;
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
