import type { JsonObject } from "@toolcourt/sdk";
import type { Registry } from "../catalog/create-registry.ts";
import type { Principal } from "../pipeline/call.ts";
import type { AllRelays } from "../relays/create-relays.ts";
import type { Relays } from "../relays/relays.ts";
import { tellAlso } from "../relays/tell-also.ts";
import type { OpenAuthority } from "./open-authority.ts";
import { createMayReach } from "./reachable.ts";
import { createViews, type ListedFor } from "./views.ts";

/** What callers get to see of the gateway. */
export interface Shown {
  /** The tools that a principal gets to see. */
  readonly listed: ListedFor;
  readonly relays: Relays;
  /** What a principal may have besides tools. */
  readonly relaysFor: (principal: Principal) => Relays;
  /** Has this called whenever somebody may call other tools, until what it gives back is called. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Everybody sees everything where there is no policy. */
export function shownTo(
  registry: Registry,
  open: AllRelays,
  policy: OpenAuthority["policy"] | undefined,
): Shown {
  const { current, subscribe } = registry;
  if (policy === undefined) {
    const listed = (): readonly JsonObject[] => current().listed;
    return { listed, relays: open, relaysFor: () => open, subscribe };
  }
  const relays = tellAlso(open, policy.subscribe);
  const mayReach = createMayReach(current, policy);
  return {
    listed: createViews(current, policy),
    relays,
    relaysFor: (principal) => relays.among((server) => mayReach(principal, server)),
    subscribe: (changed) => {
      const ends = [subscribe(changed), policy.subscribe(changed)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
