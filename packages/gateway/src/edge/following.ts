import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

/** Access of one client to resources. */
export interface Follow {
  /** Notifies the listener of every change. Returns the unsubscribe function. */
  readonly follow: (uri: string, changed: () => void) => Promise<() => Promise<void>>;
}

export type EndWish = () => Promise<void>;

/** Beyond any real use, and few enough to keep. */
const maxFollowed = 1_000;

interface Followed {
  readonly wishes: Set<EndWish>;
  readonly stop: Promise<() => Promise<void>>;
}

/**
 * The followed resources, each followed once however many clients want it. Reports every change.
 * After disposal it follows nothing more.
 */
export class Following implements AsyncDisposable {
  readonly #updated: (uri: string) => void;
  readonly #followed = new Map<string, Followed>();
  #isOver = false;

  constructor(updated: (uri: string) => void) {
    this.#updated = updated;
  }

  /**
   * Returns an idempotent function that ends this wish. Throws the error of the resource's server,
   * and then registers nothing.
   */
  async add(uri: string, relays: Follow): Promise<EndWish> {
    if (this.#isOver) return async () => undefined;
    const known = this.#followed.get(uri) ?? this.#start(uri, relays);
    const end: EndWish = async () => {
      if (known.wishes.delete(end) && known.wishes.size === 0) await this.#forget(uri, known);
    };
    known.wishes.add(end);
    try {
      await known.stop;
    } catch (error) {
      await end();
      throw error;
    }
    return end;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#followed].map(([uri, known]) => this.#forget(uri, known)));
  }

  #start(uri: string, { follow }: Follow): Followed {
    if (this.#followed.size >= maxFollowed) {
      throw new Refusal("relay-refused", { method: "resources/subscribe", server: "toolcourt" });
    }
    const stop = follow(uri, () => this.#updated(uri));
    const started = { wishes: new Set<EndWish>(), stop };
    this.#followed.set(uri, started);
    return started;
  }

  async #forget(uri: string, known: Followed): Promise<void> {
    // A retry may have replaced the entry, which is not ours to end.
    if (this.#followed.get(uri) === known) this.#followed.delete(uri);
    // A resource never followed, or already gone, needs no cleanup.
    await known.stop.then((stop) => stop()).catch(() => undefined);
  }
}

/** Follows all of these that can be followed. The others count as never changing. */
export function addAll(following: Following, uris: readonly string[], relays: Follow): () => void {
  const wishes = [...new Set(uris)].map((uri) => following.add(uri, relays));
  for (const wish of wishes) wish.catch(() => undefined);
  return () => {
    for (const wish of wishes) void wish.then((end) => end()).catch(() => undefined);
  };
}
