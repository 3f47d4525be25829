import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Relays } from "../relays/relays.ts";

/** The followed resources, each followed once however many clients want it. */
export interface Following extends AsyncDisposable {
  /**
   * Returns an idempotent function that ends this wish. Throws the error of the resource's server,
   * and then registers nothing.
   */
  readonly add: (uri: string, relays: Follow) => Promise<EndWish>;
}

/** Access of one client to resources. */
export type Follow = Pick<Relays, "follow">;

export type EndWish = () => Promise<void>;

/** Beyond any real use, and few enough to keep. */
const maxFollowed = 1_000;

interface Followed {
  readonly wishes: Set<EndWish>;
  readonly stop: Promise<() => Promise<void>>;
}

/**
 * Creates a follower that reports every change of a followed resource. After disposal it follows
 * nothing more.
 */
export function createFollowing(updated: (uri: string) => void): Following {
  const followed = new Map<string, Followed>();
  let isOver = false;

  const start = (uri: string, { follow }: Follow): Followed => {
    if (followed.size >= maxFollowed) {
      throw new Refusal("relay-refused", { method: "resources/subscribe", server: "toolcourt" });
    }
    const started = { wishes: new Set<EndWish>(), stop: follow(uri, () => updated(uri)) };
    followed.set(uri, started);
    return started;
  };
  const forget = async (uri: string, known: Followed): Promise<void> => {
    // A retry may have replaced the entry, which is not ours to end.
    if (followed.get(uri) === known) followed.delete(uri);
    // A resource never followed, or already gone, needs no cleanup.
    await known.stop.then((stop) => stop()).catch(() => undefined);
  };

  return {
    add: async (uri, relays) => {
      if (isOver) return async () => undefined;
      const known = followed.get(uri) ?? start(uri, relays);
      const end: EndWish = async () => {
        if (known.wishes.delete(end) && known.wishes.size === 0) await forget(uri, known);
      };
      known.wishes.add(end);
      try {
        await known.stop;
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await Promise.all([...followed].map(([uri, known]) => forget(uri, known)));
    },
  };
}

/** Follows all of these that can be followed. The others count as never changing. */
export function addAll({ add }: Following, uris: readonly string[], relays: Follow): () => void {
  const wishes = [...new Set(uris)].map((uri) => add(uri, relays));
  for (const wish of wishes) wish.catch(() => undefined);
  return () => {
    for (const wish of wishes) void wish.then((end) => end()).catch(() => undefined);
  };
}
