import type { JsonObject } from "@toolcourt/sdk";
import type { Registry } from "../catalog/create-registry.ts";
import type { Principal } from "../pipeline/call.ts";
import type { AllRelays } from "../relays/create-relays.ts";
import type { Relays } from "../relays/relays.ts";
import { tellAlso } from "../relays/tell-also.ts";
import type { OpenAuthority } from "./open-authority.ts";
import { createMayReach } from "./reachable.ts";
import { createViews, type ListedFor } from "./views.ts";

/** The parts of the gateway that callers can see. */
export interface Shown {
  /** The tools visible to a principal. */
  readonly listed: ListedFor;
  readonly relays: Relays;
  /** Resources, prompts and other features of a principal. */
  readonly relaysFor: (principal: Principal) => Relays;
  /**
   * Calls back whenever the visible tools of any principal may have changed. Returns the
   * unsubscribe function.
   */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Builds the visible parts. Without a policy all principals see everything. */
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
