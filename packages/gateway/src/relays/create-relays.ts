import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Clean, createCleanText } from "../boundary/cleaning/clean-value.ts";
import type { Principal } from "../pipeline/call.ts";
import type { Relayed } from "../pipeline/outcome.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import { refusalWithoutSecrets } from "../pipeline/redactors.ts";
import type { Logger } from "../telemetry/events.ts";
import {
  answerRequest,
  type RelayAct,
  type RelayCall,
  type RelayStages,
} from "./answer-request.ts";
import { countEntries, type RelayCounts } from "./count-entries.ts";
import { ItemLock, type ItemLockDeps } from "./item-lock.ts";
import { keyOf } from "./linked.ts";
import { type Collision, lockedOwners, Owners } from "./owners.ts";
import { createPassOn, type PassOn, relayed } from "./pass-on.ts";
import type { ListName } from "./read-list.ts";
import { RelayHome } from "./relay-home.ts";
import {
  has,
  mayHave,
  type Offering,
  type OpenRelays,
  offerings,
  type RelayAccess,
  type RelayItem,
  type RelayRequest,
  type RelayServer,
  type Relays,
} from "./relays.ts";
import { Router, type RouterDeps, textIn } from "./route.ts";
import { createThrottle } from "./throttle.ts";

export interface RelaysDeps
  extends Pick<Runtime, "clock">,
    Pick<RouterDeps<RelayHome>, "serverOfView" | "serverOfLink"> {
  readonly log: Logger["log"];
  readonly redactSecrets: Clean;
  /** The stages of calls, which relayed requests share. */
  readonly stages: Omit<RelayStages, "permit" | "redactRefusal"> & Pick<Stages, "run">;
  readonly access: RelayAccess;
  /** The part of the lock besides tools. */
  readonly locked: Pick<ItemLockDeps, "items" | "save" | "frozen">;
}

export interface RelaysOver {
  /** For entrances, before they know their caller. */
  readonly relays: OpenRelays;
  /** Access is evaluated on every use: it may end at any time, and then notifications stop. */
  readonly relaysFor: (principal: Principal) => Relays;
  /** What each server offers, for reviewers. */
  readonly offers: Router<RelayHome>["offers"];
  /** Counts what each server lists. Takes seconds if a server does not answer. */
  readonly count: () => Promise<ReadonlyMap<string, RelayCounts>>;
}

interface Way extends Pick<RelaysDeps, "access"> {
  readonly homes: readonly RelayHome[];
  readonly router: Router<RelayHome>;
  readonly passOn: PassOn;
  readonly answer: <Result>(
    act: RelayAct<Result>,
    call: RelayCall,
    signal: AbortSignal,
  ) => Promise<Result>;
  readonly subscribe: Relays["subscribe"];
}

/** Relays everything except tools. Does not own the servers: their opener closes them. */
export function createRelays(servers: readonly RelayServer[], deps: RelaysDeps): RelaysOver {
  const { clock, log, redactSecrets, stages, access } = deps;
  const cleanText = createCleanText(redactSecrets);
  const clean: Clean = (text, name) => cleanText(text, name).text;
  const homes = servers.map((server) => new RelayHome(server, { clock, clean, log }));
  const owners = new Owners(createCollisionLog(log), lockedOwners(servers, deps.locked.items));
  const items = new ItemLock({ ...deps.locked, clock, log });
  const router = new Router({ ...deps, homes, owners, items });
  const redactRefusal = (error: unknown): unknown => refusalWithoutSecrets(error, redactSecrets);
  const relaying = { ...stages, permit: access.permit, redactRefusal };
  const way: Way = {
    homes,
    access,
    router,
    passOn: createPassOn(stages.run, clean),
    answer: (act, call, signal) => answerRequest(relaying, act, { call, signal }),
    subscribe: attend(homes, clock),
  };
  const all = (): ReadonlySet<Offering> => offeredBy(homes, () => true);
  return {
    relays: { offered: all, subscribe: way.subscribe },
    relaysFor: (principal) => relaysTo(principal, way),
    offers: () => router.offers(),
    count: () => countEntries(homes, way.router),
  };
}

function offeredBy(
  homes: readonly RelayHome[],
  reaches: (of: Omit<RelayItem, "name">) => boolean,
): ReadonlySet<Offering> {
  const isOffered = (what: Offering, { server }: RelayHome): boolean =>
    mayHave(server, what) && kindsOf[what].some((kind) => reaches({ kind, server: server.name }));
  return new Set(offerings.filter((what) => homes.some((home) => isOffered(what, home))));
}

const kindsOf = {
  resources: ["resource"],
  prompts: ["prompt"],
  completions: ["resource", "prompt"],
} as const satisfies Record<Offering, readonly RelayItem["kind"][]>;

function relaysTo(principal: Principal, way: Way): Relays {
  const { homes, router, access, subscribe } = way;
  const list = async (what: ListName): Promise<readonly JsonObject[]> => {
    const entries = await router.entries(what);
    const kind = what === "prompts" ? "prompt" : "resource";
    return entries.flatMap(({ home: { server }, entry: { key, listed } }) =>
      access.shows(principal, { kind, server: server.name, name: key }) ? [listed] : [],
    );
  };
  return {
    offered: () => offeredBy(homes, (of) => access.reaches(principal, of)),
    // Concurrent readers share the lists, so one canceled reader must not abort them.
    listResources: () => list("resources"),
    listTemplates: () => list("templates"),
    listPrompts: () => list("prompts"),
    readResource: (request, signal) => {
      const uri = textIn(request.params, "uri");
      const subject = { kind: "uri", name: uri } as const;
      const call = callOf(request, principal, { method: "resources/read", subject });
      return sent(way, { call, signal, route: () => router.resource(uri, principal) });
    },
    getPrompt: (request, signal) => {
      const name = textIn(request.params, "name");
      const subject = { kind: "prompt", name } as const;
      const call = callOf(request, principal, { method: "prompts/get", subject });
      return sent(way, { call, signal, route: () => router.prompt(name) });
    },
    complete: (request, signal) => {
      const { params } = request;
      const subject = referenceIn(params);
      const call = callOf(request, principal, { method: "completion/complete", subject });
      return sent(way, { call, signal, route: () => router.reference(params, principal) });
    },
    follow: (request, changed) => follow(request, { principal, changed }, way),
    subscribe,
  };
}

type What = Omit<RelayCall["relayed"], "params">;

/** Builds the call of a request, for its record and its stages. */
function callOf(request: RelayRequest, principal: Principal, what: What): RelayCall {
  const { params, ...ids } = request;
  const { _meta, ...given } = params;
  return {
    ...ids,
    principal,
    tool: what.method,
    arguments: given,
    relayed: { ...what, params },
  };
}

interface Sending extends Pick<RelayAct<Relayed>, "route"> {
  readonly call: RelayCall;
  readonly signal: AbortSignal;
}

/** Answer for a server without completions. */
const noCompletion = { completion: { values: [], hasMore: false } };

async function sent(
  { answer, passOn }: Way,
  { call, signal, route }: Sending,
): Promise<JsonObject> {
  const act: RelayAct<Relayed> = {
    route,
    send: async (permitted, until) => {
      const { server } = permitted.at;
      const isCompletion = call.relayed.method === "completion/complete";
      if (isCompletion && !has(server, "completions")) return relayed(noCompletion, false);
      return passOn(permitted, until);
    },
    outcomeOf: (result) => result,
  };
  return (await answer(act, call, signal)).output;
}

const neverAborts = new AbortController().signal;

/** Subscribes like any other request. Changes are passed on for as long as access lasts. */
function follow(
  request: RelayRequest,
  { principal, changed }: { readonly principal: Principal; readonly changed: () => void },
  { access, router, answer }: Way,
): Promise<() => Promise<void>> {
  const uri = textIn(request.params, "uri");
  const what = { method: "resources/subscribe", subject: { kind: "uri", name: uri } } as const;
  const act: RelayAct<() => Promise<void>> = {
    route: () => router.resource(uri, principal),
    send: ({ at, item }) =>
      at.follower.follow(uri, keyOf(principal), () => {
        if (access.shows(principal, item)) changed();
      }),
    outcomeOf: () => relayed({}, false),
  };
  return answer(act, callOf(request, principal, what), neverAborts);
}

/** Returns the prompt or the template of a completion. */
function referenceIn(params: JsonObject): What["subject"] {
  const ref = own(params, "ref");
  const named = isJsonObject(ref) ? ref : {};
  return own(named, "type") === "ref/prompt"
    ? { kind: "prompt", name: textIn(named, "name") }
    : { kind: "uri", name: textIn(named, "uri") };
}

/** Receives server notifications and forwards them to subscribers. */
function attend(homes: readonly RelayHome[], clock: Runtime["clock"]): Relays["subscribe"] {
  const subscribers = new Set<Parameters<Relays["subscribe"]>[0]>();
  const notify = (what: "resources" | "prompts"): void => {
    for (const subscriber of subscribers) subscriber(what);
  };
  for (const home of homes) {
    const { server, follower } = home;
    const throttled = {
      resources: createThrottle(clock, () => notify("resources")),
      prompts: createThrottle(clock, () => notify("prompts")),
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

/** Limit on logged collisions. */
const maxLogged = 1_000;

/** Warns once per entry that another one shadows, however many lists omit it. */
function createCollisionLog(log: Logger["log"]): (collision: Collision) => void {
  const logged = new Set<string>();
  return ({ list, key, winner, loser }) => {
    const id = JSON.stringify([list, key, winner, loser]);
    if (logged.has(id) || logged.size >= maxLogged) return;
    logged.add(id);
    if (list === "prompts") log("prompt.collided", { prompt: key, winner, loser });
    else log("resource.collided", { uri: key, winner, loser });
  };
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
