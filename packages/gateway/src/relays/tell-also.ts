import type { AllRelays } from "./create-relays.ts";

/** Also notifies subscribers of list changes when another event changes access. */
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
