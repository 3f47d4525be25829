import type { JsonObject } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import type { Snapshot } from "../catalog/snapshot.ts";
import { couldAllow } from "../governance/policy/could-allow.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { Policy } from "../governance/policy/policy.ts";
import type { Principal } from "../pipeline/call.ts";

/** Returns the tools visible to a principal: those it could call with some arguments. */
export type ListedFor = (principal: Principal) => readonly JsonObject[];

interface View {
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly listed: readonly JsonObject[];
}

const mostViews = 1_000;

/**
 * Creates the views. Principals with the same view share one list, so that prepared data is reused.
 * Without a usable policy the list is empty.
 */
export function createViews(current: () => Snapshot, policy: CurrentPolicy): ListedFor {
  const views = new LRUCache<Principal, View>({ max: mostViews });
  let shared = new Map<string, readonly JsonObject[]>();
  let of: Snapshot | undefined;

  const listFor = (
    principal: Principal,
    snapshot: Snapshot,
    now: Policy,
  ): readonly JsonObject[] => {
    const seen = snapshot.listed.filter(({ name }) => {
      const tool = typeof name === "string" ? snapshot.tools.get(name) : undefined;
      return tool !== undefined && couldAllow(now, principal, tool);
    });
    if (seen.length === snapshot.listed.length) return snapshot.listed;
    if (of !== snapshot) shared = new Map<string, readonly JsonObject[]>();
    of = snapshot;
    const key = JSON.stringify(seen.map(({ name }) => name));
    const same = shared.get(key);
    if (same === undefined) shared.set(key, seen);
    return same ?? seen;
  };

  return (principal) => {
    const state = policy.state();
    if (state.kind === "unusable") return nothing;
    const snapshot = current();
    const known = views.get(principal);
    if (known?.snapshot === snapshot && known.policy === state.policy) return known.listed;
    const listed = listFor(principal, snapshot, state.policy);
    views.set(principal, { snapshot, policy: state.policy, listed });
    return listed;
  };
}

const nothing: readonly JsonObject[] = [];
