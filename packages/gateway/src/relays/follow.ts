import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isJsonObject, own } from "@toolcourt/sdk";
import { refusalFor } from "./refusal-for.ts";
import type { RelayServer } from "./relays.ts";
import { answerMs } from "./server-lists.ts";
import { createThrottle } from "./throttle.ts";

const method = "resources/subscribe";
/** Twice the size of the largest list. */
const maxFollowed = 1_000;

interface Wanted {
  /** Who wanted it first. */
  readonly by: string;
  readonly listeners: Set<() => void>;
  readonly updated: ReturnType<typeof createThrottle>;
  /** Settles once the server has the subscription. */
  readonly subscribed: Promise<void>;
}

/** Tracks which listeners follow which resources of one server. */
export class Follower {
  readonly #server: RelayServer;
  readonly #clock: Clock;
  readonly #wanted = new Map<string, Wanted>();
  #turn: Promise<void> = Promise.resolve();

  constructor(server: RelayServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /**
   * Notifies the listener of every change. Returns the unsubscribe function. `by` identifies the
   * principal.
   */
  async follow(uri: string, by: string, changed: () => void): Promise<() => Promise<void>> {
    const { listeners, subscribed } = this.#wanted.get(uri) ?? this.#start(uri, by);
    // A wrapper of its own, because the same callback may be passed twice.
    const listener = (): void => changed();
    listeners.add(listener);
    try {
      await subscribed;
    } catch (error) {
      await this.#leave(uri, listener);
      throw refusalFor(error, { method, server: this.#server.name, uri });
    }
    return () => this.#leave(uri, listener);
  }

  updated(uri: string): void {
    this.#wanted.get(uri)?.updated();
  }

  #start(uri: string, by: string): Wanted {
    if (!canFollow(this.#server) || !this.#hasPlaceFor(by)) {
      throw new Refusal("relay-refused", { method, server: this.#server.name });
    }
    const listeners = new Set<() => void>();
    const updated = createThrottle(this.#clock, () => {
      for (const listener of listeners) listener();
    });
    const started = { by, listeners, updated, subscribed: this.#update() };
    this.#wanted.set(uri, started);
    return started;
  }

  /** A principal gets at most half of what others leave, so that none can take every place. */
  #hasPlaceFor(by: string): boolean {
    const taken = [...this.#wanted.values()].filter((wanted) => wanted.by === by).length;
    const others = this.#wanted.size - taken;
    return this.#wanted.size < maxFollowed && taken < Math.ceil((maxFollowed - others) / 2);
  }

  async #leave(uri: string, listener: () => void): Promise<void> {
    const listeners = this.#wanted.get(uri)?.listeners;
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    this.#wanted.delete(uri);
    // If this fails, the server keeps notifying without any listener.
    await this.#update().catch(() => undefined);
  }

  // Serialized, each with the full current set: the last update is always correct.
  #update(): Promise<void> {
    const updating = this.#turn.then(() =>
      withTimeout({ clock: this.#clock, ms: answerMs }, (signal) =>
        this.#server.upstream.watchResources([...this.#wanted.keys()], signal),
      ),
    );
    this.#turn = updating.catch(() => undefined);
    return updating;
  }
}

function canFollow({ upstream }: RelayServer): boolean {
  const resources = own(upstream.capabilities(), "resources");
  return isJsonObject(resources) && own(resources, "subscribe") === true;
}
