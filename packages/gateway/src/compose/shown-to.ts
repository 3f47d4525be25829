import type { JsonObject } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import type { Registry } from "../catalog/create-registry.ts";
import type { Endpoints } from "../catalog/endpoints.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { GatewayApi } from "../edge/entrance.ts";
import { couldAllow } from "../governance/policy/evaluate.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { Policy } from "../governance/policy/policy.ts";
import type { PolicyTool } from "../governance/policy/question.ts";
import type { Principal } from "../pipeline/call.ts";
import type { Listing } from "../pipeline/stages/permit.ts";
import { notifyAlso } from "../relays/attend.ts";
import type { RelaysOver } from "../relays/create-relays.ts";
import type { OpenAuthority } from "./open-authority.ts";

const maxViews = 1_000;

const nothing: readonly JsonObject[] = [];

/** The parts of the gateway that callers can see. */
export interface Shown
  extends Required<Pick<GatewayApi, "listed" | "relays" | "relaysFor" | "subscribe">> {
  /** The list before a search shortens it. */
  readonly fullList: GatewayApi["listed"];
  /**
   * The tools that a principal could call, whatever the list shows: all, or those of an endpoint
   * under public names. A host offers these.
   */
  readonly callable: (principal: Principal, endpoint?: string) => readonly JsonObject[];
  /** Returns what callers of an endpoint see. The name of no endpoint has nothing. */
  readonly at: (endpoint: string) => SeenAt;
  /** The tools of each endpoint. */
  readonly endpoints: Endpoints;
}

export type SeenAt = Pick<Shown, "listed" | "fullList" | "relays" | "relaysFor" | "subscribe">;

export interface Showing {
  /** Default: all principals may call everything. */
  readonly policy: OpenAuthority["policy"] | undefined;
  readonly listing: Listing;
  readonly endpoints: Endpoints;
}

/** Whether a principal could call at least one tool of a server. */
type MayReach = (principal: Principal, server: string) => boolean;

interface View {
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly listed: readonly JsonObject[];
}

/**
 * Builds the visible parts. Without a policy all principals see everything. Lists depend on the
 * principal alone, or on nothing: never on the connection, the session or the model.
 */
export function shownTo(
  registry: Registry,
  relaying: RelaysOver,
  { policy, listing, endpoints }: Showing,
): Shown {
  const { current, subscribe } = registry;
  const all = (): readonly JsonObject[] => current().listed;
  const callable = policy === undefined ? all : createViews(current, policy);
  const listed = listing === "all" ? all : callable;
  const places = new Map<string, SeenAt>();
  const withPolicy = (changes: Subscribe): Subscribe =>
    policy === undefined ? changes : bothOf(changes, policy.subscribe);
  const relaysOf = ({ relays, relaysFor }: Pick<RelaysOver, "relays" | "relaysFor">) => ({
    relays: policy === undefined ? relays : notifyAlso(relays, policy.subscribe),
    relaysFor,
  });
  return {
    endpoints,
    listed,
    fullList: listed,
    callable: (principal, endpoint) =>
      endpoint === undefined ? callable(principal) : endpoints.among(endpoint, callable(principal)),
    ...relaysOf(relaying),
    at: (endpoint) => {
      const listedHere: Shown["listed"] = (principal) =>
        endpoints.listed(endpoint, listed(principal));
      const known = places.get(endpoint) ?? {
        listed: listedHere,
        fullList: listedHere,
        ...relaysOf(relaying.at({ name: endpoint, servers: endpoints.serversOf(endpoint) })),
        subscribe: withPolicy(changesAt(endpoint, endpoints, subscribe)),
      };
      places.set(endpoint, known);
      return known;
    },
    subscribe: withPolicy(subscribe),
  };
}

type Subscribe = (changed: () => void) => () => void;

/** Notifies of changes to the tools of an endpoint alone. */
function changesAt(endpoint: string, endpoints: Endpoints, subscribe: Subscribe): Subscribe {
  return (changed) => {
    let last = endpoints.versionOf(endpoint);
    return subscribe(() => {
      const now = endpoints.versionOf(endpoint);
      if (now === last) return;
      last = now;
      changed();
    });
  };
}

function bothOf(...sources: readonly Subscribe[]): Subscribe {
  return (changed) => {
    const ends = sources.map((subscribe) => subscribe(changed));
    return () => {
      for (const end of ends) end();
    };
  };
}

/**
 * Tells whether a principal could call at least one tool of a server. The built-in statement for
 * dynamic servers depends on it. Without a usable policy there is none.
 */
export function createMayReach(current: () => Snapshot, policy: CurrentPolicy): MayReach {
  const grouped = new WeakMap<Snapshot, ReadonlyMap<string, readonly PolicyTool[]>>();
  const nameless = new Map<string, PolicyTool>();

  const toolsOf = (server: string): readonly PolicyTool[] => {
    const snapshot = current();
    const known = grouped.get(snapshot) ?? toolsByServer(snapshot);
    grouped.set(snapshot, known);
    return known.get(server) ?? [toolOfNone(server)];
  };
  const toolOfNone = (server: string): PolicyTool => {
    const known = nameless.get(server) ?? namelessToolOf(server);
    nameless.set(server, known);
    return known;
  };

  return (principal, server) => {
    const state = policy.state();
    if (state.kind === "unusable") return false;
    return toolsOf(server).some((tool) => couldAllow(state.policy, principal, tool));
  };
}

function toolsByServer({ tools }: Snapshot): ReadonlyMap<string, readonly PolicyTool[]> {
  return Map.groupBy(tools.values(), ({ contract }) => contract.server);
}

/** Stands for a server without tools as a reading tool without a name, so that `docs/*` matches. */
function namelessToolOf(server: string): PolicyTool {
  const contract = { server, name: "", effect: "read", digest: "", terms: {} } as const;
  return { publicName: "", contract };
}

/**
 * Creates the views: the tools that a principal could call with some arguments. Principals with
 * the same view share one list, so that prepared data is reused. Without a usable policy the list
 * is empty.
 */
export function createViews(current: () => Snapshot, policy: CurrentPolicy): GatewayApi["listed"] {
  const views = new LRUCache<Principal, View>({ max: maxViews });
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
