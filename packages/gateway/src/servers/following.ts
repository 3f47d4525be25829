import { Refusal } from "../errors/refusal.ts";
import type { Relays } from "../relays/relays.ts";

/** The resources that somebody wants to hear of, each followed once however many want it. */
export interface Following extends AsyncDisposable {
  /** Throws what the resource's server throws, and then nothing is followed. */
  readonly add: (uri: string) => Promise<void>;
  readonly remove: (uri: string) => Promise<void>;
}

/** More than anybody watches, and few enough to be kept. */
const maxFollowed = 1_000;

interface Followed {
  wanted: number;
  readonly end: Promise<() => Promise<void>>;
}

/** Tells of every change of what is followed. Once disposed it follows nothing more. */
export function createFollowing(
  { follow }: Pick<Relays, "follow">,
  updated: (uri: string) => void,
): Following {
  const followed = new Map<string, Followed>();
  let isOver = false;

  const forget = async (uri: string, { end }: Followed): Promise<void> => {
    followed.delete(uri);
    // What was never followed, or is gone already, needs no end.
    await end.then((stop) => stop()).catch(() => undefined);
  };

  return {
    add: async (uri) => {
      if (isOver) return;
      if (followed.size >= maxFollowed && !followed.has(uri)) {
        throw new Refusal("relay-refused", { method: "resources/subscribe", server: "toolcourt" });
      }
      const known = followed.get(uri) ?? { wanted: 0, end: follow(uri, () => updated(uri)) };
      known.wanted += 1;
      followed.set(uri, known);
      try {
        await known.end;
      } catch (error) {
        followed.delete(uri);
        throw error;
      }
    },
    remove: async (uri) => {
      const known = followed.get(uri);
      if (known === undefined) return;
      known.wanted -= 1;
      if (known.wanted <= 0) await forget(uri, known);
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await Promise.all([...followed].map(([uri, known]) => forget(uri, known)));
    },
  };
}
