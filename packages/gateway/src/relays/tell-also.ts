import type { AllRelays } from "./create-relays.ts";

/** Tells subscribers that lists are others also when something else is, such as who may have what. */
export function tellAlso(
  relays: AllRelays,
  subscribe: (changed: () => void) => () => void,
): AllRelays {
  return {
    ...relays,
    subscribe: (changed) => {
      const tellAll = (): void => {
        const offered = relays.offered();
        for (const what of ["resources", "prompts"] as const) if (offered.has(what)) changed(what);
      };
      const ends = [relays.subscribe(changed), subscribe(tellAll)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
