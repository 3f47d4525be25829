import type { Clock } from "../kernel/clock.ts";
import type { LimitStore } from "../stores/limit-store.ts";
import type { Away, WhenAway } from "./away.ts";
import type { Place, Want } from "./place.ts";

export interface ObtainOptions {
  readonly store: LimitStore;
  readonly clock: Clock;
  readonly name: string;
  readonly leaseMs: number;
  readonly whenAway?: WhenAway;
  readonly away: Away;
}

export interface Obtained {
  readonly place: Place;
  /** Whether the store knows of it. */
  readonly isShared: boolean;
}

export interface Obtain {
  /** From the store; or without it while it is away, where the `used` ones of this process are not all. */
  readonly place: (want: Want, used: () => number) => Promise<Obtained | undefined>;
  /** Asks for none for a moment where there were not enough lately, so that others get their turn. */
  readonly yieldTurn: (key: string) => void;
}

/** How long it is remembered that there were not enough. */
const scarceMs = 1_000;
/** More than others let pass between two questions. */
const yieldMs = 60;

export function createObtain(options: ObtainOptions): Obtain {
  const { store, clock, name, leaseMs, whenAway = "local", away } = options;
  const deniedAt = new Map<string, number>();
  const yieldingUntil = new Map<string, number>();
  let made = 0;

  const placeIn = (want: Want, since: number): Place => {
    made += 1;
    const holder = `${name}:${made}`;
    return { ...want, holder, since, until: since + leaseMs, freeSince: undefined };
  };

  const alone = (want: Want, used: () => number): Obtained | undefined => {
    away.lookAgain(() => store.leave(want.key, name));
    const isRoom = whenAway === "local" && used() < want.most;
    return isRoom ? { place: placeIn(want, clock.monotonic()), isShared: false } : undefined;
  };

  const fromStore = async (want: Want): Promise<Obtained | undefined> => {
    const place = placeIn(want, clock.monotonic());
    const { key, most, holder, since } = place;
    if ((yieldingUntil.get(key) ?? 0) > since) return undefined;
    if (await store.enter(key, { holder, most, leaseMs })) return { place, isShared: true };
    deniedAt.set(key, since);
    return undefined;
  };

  return {
    place: async (want, used) => {
      if (away.isAway()) return alone(want, used);
      try {
        return await fromStore(want);
      } catch (error) {
        away.noticed(error);
        return alone(want, used);
      }
    },
    yieldTurn: (key) => {
      const now = clock.monotonic();
      const denied = deniedAt.get(key);
      if (denied === undefined) return;
      if (now - denied > scarceMs) deniedAt.delete(key);
      else yieldingUntil.set(key, now + yieldMs);
    },
  };
}
