import { Refusal } from "../foundation/errors/refusal.ts";
import type { Relays } from "../relays/relays.ts";

/** The resources that somebody wants to hear of, each followed once however many want it. */
export interface Following extends AsyncDisposable {
  /**
   * Gives back what ends this one wish, however often it is called. Throws what the resource's server
   * throws, and then nothing is wished.
   */
  readonly add: (uri: string, relays: Follow) => Promise<EndWish>;
}

/** The way in which whoever wishes reaches resources. */
export type Follow = Pick<Relays, "follow">;

export type EndWish = () => Promise<void>;

/** More than anybody watches, and few enough to be kept. */
const maxFollowed = 1_000;

interface Followed {
  readonly wishes: Set<EndWish>;
  readonly stop: Promise<() => Promise<void>>;
}

/** Tells of every change of what is followed. Once disposed it follows nothing more. */
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
    // Somebody may have tried again by now, and that is not ours to end.
    if (followed.get(uri) === known) followed.delete(uri);
    // What was never followed, or is gone already, needs no end.
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

/** Follows all of these as far as they can be followed. The others never change as far as we know. */
export function addAll({ add }: Following, uris: readonly string[], relays: Follow): () => void {
  const wishes = [...new Set(uris)].map((uri) => add(uri, relays));
  for (const wish of wishes) wish.catch(() => undefined);
  return () => {
    for (const wish of wishes) void wish.then((end) => end()).catch(() => undefined);
  };
}
