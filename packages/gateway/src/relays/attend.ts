import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { RelayHome } from "./relay-home.ts";
import { has, type OpenRelays, type Relays } from "./relays.ts";
import { createThrottle } from "./throttle.ts";

/** Receives server notifications and forwards them to subscribers. */
export function attend(homes: readonly RelayHome[], clock: Runtime["clock"]): Relays["subscribe"] {
  const subscribers = new Set<Parameters<Relays["subscribe"]>[0]>();
  const notify: Parameters<Relays["subscribe"]>[0] = (what, server) => {
    for (const subscriber of subscribers) subscriber(what, server);
  };
  for (const home of homes) {
    const { server, follower } = home;
    const throttled = {
      resources: createThrottle(clock, () => notify("resources", server.name)),
      prompts: createThrottle(clock, () => notify("prompts", server.name)),
    };
    home.onLate = (what) => throttled[what]();
    server.listen({
      changed: (what) => {
        home.forget(what);
        if (has(server, what)) throttled[what]();
      },
      resourceUpdated: (uri) => follower.updated(uri),
    });
  }
  return (subscriber) => {
    subscribers.add(subscriber);
    return () => {
      subscribers.delete(subscriber);
    };
  };
}

/** Notifies of the lists of these servers alone. */
export function changesOf(
  servers: ReadonlySet<string>,
  subscribe: Relays["subscribe"],
): Relays["subscribe"] {
  return (changed) =>
    subscribe((what, server) => {
      if (server === undefined || servers.has(server)) changed(what, server);
    });
}

/** Also notifies subscribers of list changes when another event changes access. */
export function notifyAlso(
  relays: OpenRelays,
  subscribe: (changed: () => void) => () => void,
): OpenRelays {
  return {
    ...relays,
    subscribe: (changed) => {
      const notifyAll = (): void => {
        const offered = relays.offered();
        for (const what of ["resources", "prompts"] as const) if (offered.has(what)) changed(what);
      };
      const ends = [relays.subscribe(changed), subscribe(notifyAll)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
