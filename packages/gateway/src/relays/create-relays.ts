import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Clean, createCleanText } from "../boundary/cleaning/clean-value.ts";
import type { Principal } from "../pipeline/call.ts";
import type { Relayed } from "../pipeline/outcome.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import { refusalWithoutSecrets } from "../pipeline/redactors.ts";
import { isViewUri, type ViewAddresses } from "../protocol/view-addresses.ts";
import type { Logger } from "../telemetry/events.ts";
import {
  answerRequest,
  type RelayAct,
  type RelayCall,
  type RelayStages,
} from "./answer-request.ts";
import { attend } from "./attend.ts";
import { createCollisionLog } from "./collision-log.ts";
import { countEntries, type RelayCounts } from "./count-entries.ts";
import { ItemLock, type ItemLockDeps } from "./item-lock.ts";
import { keyOf } from "./linked.ts";
import { extensionsOf, offeredBy } from "./offered-by.ts";
import { lockedOwners, Owners } from "./owners.ts";
import { createPassOn, type PassOn, relayed } from "./pass-on.ts";
import { type ListName, lists } from "./read-list.ts";
import { RelayHome } from "./relay-home.ts";
import {
  has,
  type Offering,
  type OpenRelays,
  type RelayAccess,
  type RelayRequest,
  type RelayServer,
  type Relays,
} from "./relays.ts";
import { Router, type RouterDeps, textIn, unknownPrompt } from "./route.ts";
import { type IsOpen, type Routed, unknownResource } from "./route-views.ts";
import { ViewLock, type ViewLockDeps } from "./view-lock.ts";

export interface RelaysDeps
  extends Pick<Runtime, "clock">,
    Pick<ViewLockDeps, "viewsOf">,
    Pick<RouterDeps<RelayHome>, "serverOfView" | "serverOfLink"> {
  readonly log: Logger["log"];
  readonly redactSecrets: Clean;
  /** The stages of calls, which relayed requests share. */
  readonly stages: Omit<RelayStages, "permit" | "redactRefusal"> & Pick<Stages, "run">;
  readonly access: RelayAccess;
  /** How callers see the views of servers. */
  readonly views: ViewAddresses;
  /** The part of the lock besides tools. */
  readonly locked: Pick<ItemLockDeps, "items" | "save" | "frozen">;
}

export interface RelaysOver {
  /** For entrances, before they know their caller. */
  readonly relays: OpenRelays;
  /** Access is evaluated on every use: it may end at any time, and then notifications stop. */
  readonly relaysFor: (principal: Principal) => Relays;
  /** Returns the part of an endpoint: what the servers offer that it names. */
  readonly at: (endpoint: RelayEndpoint) => Pick<RelaysOver, "relays" | "relaysFor">;
  /** What each server offers, for reviewers. */
  readonly offers: Router<RelayHome>["offers"];
  /** Locks the views that tools name, in the background. Never throws. */
  readonly pinViews: (signal: AbortSignal) => Promise<void>;
  /** Counts what each server lists. Takes seconds if a server does not answer. */
  readonly count: () => Promise<ReadonlyMap<string, RelayCounts>>;
}

/** An endpoint, without regard to its tools. */
export interface RelayEndpoint {
  readonly name: string;
  readonly servers: ReadonlySet<string>;
}

interface Way extends Pick<RelaysDeps, "access" | "views"> {
  readonly homes: readonly RelayHome[];
  /** Limits requests to the servers of an endpoint. Default: to none. */
  readonly endpoint?: RelayEndpoint;
  readonly router: Router<RelayHome>;
  readonly passOn: PassOn;
  readonly viewLock: ViewLock;
  readonly answer: <Result>(
    act: RelayAct<Result>,
    call: RelayCall,
    signal: AbortSignal,
  ) => Promise<Result>;
  readonly subscribe: Relays["subscribe"];
}

/** Relays everything except tools. Does not own the servers: their opener closes them. */
export function createRelays(servers: readonly RelayServer[], deps: RelaysDeps): RelaysOver {
  const { clock, log, redactSecrets, stages, access, views } = deps;
  const cleanText = createCleanText(redactSecrets);
  const clean: Clean = (text, name) => cleanText(text, name).text;
  const homes = servers.map((server) => new RelayHome(server, { clock, clean, log }));
  const owners = new Owners(createCollisionLog(log), lockedOwners(servers, deps.locked.items));
  const items = new ItemLock({ ...deps.locked, clock, log });
  const viewLock = new ViewLock({ ...deps, items, clean });
  const router = new Router({ ...deps, homes, owners, items, viewLock });
  const redactRefusal = (error: unknown): unknown => refusalWithoutSecrets(error, redactSecrets);
  const relaying = { ...stages, permit: access.permit, redactRefusal };
  const way: Way = {
    homes,
    access,
    views,
    router,
    viewLock,
    passOn: createPassOn({ run: stages.run, clean, views }),
    answer: (act, call, signal) => answerRequest(relaying, act, { call, signal }),
    subscribe: attend(homes, clock),
  };
  return {
    ...relaysBy(way),
    at: (endpoint) => relaysBy({ ...way, endpoint, homes: homesAt(endpoint, homes) }),
    offers: () => router.offers(),
    pinViews: async (signal) => {
      await Promise.allSettled(homes.map((home) => viewLock.pin(home, signal)));
    },
    count: () => countEntries(homes, way.router),
  };
}

function relaysBy(way: Way): Pick<RelaysOver, "relays" | "relaysFor"> {
  const all = (): ReadonlySet<Offering> => offeredBy(way.homes, () => true);
  return {
    relays: { offered: all, subscribe: way.subscribe },
    relaysFor: (principal) => relaysTo(principal, way),
  };
}

function homesAt({ servers }: RelayEndpoint, homes: readonly RelayHome[]): readonly RelayHome[] {
  return homes.filter(({ server }) => servers.has(server.name));
}

function relaysTo(principal: Principal, way: Way): Relays {
  const { homes, router, access, subscribe, views } = way;
  const list = async (what: ListName): Promise<readonly JsonObject[]> => {
    // Of all servers, also at an endpoint: a name belongs to the same server everywhere.
    const entries = await router.entries(what);
    const kind = what === "prompts" ? "prompt" : "resource";
    return entries.flatMap(({ home: { server }, entry: { key, listed } }) =>
      isHere(way, server) && access.shows(principal, { kind, server: server.name, name: key })
        ? [what === "prompts" ? listed : views.inKey(server.name, listed, lists[what].key)]
        : [],
    );
  };
  const isOpen = isOpenTo(principal, way);
  return {
    offered: () => offeredBy(homes, (of) => access.reaches(principal, of)),
    extensions: (era) =>
      extensionsOf(
        homes.filter(({ server }) => access.uses(principal, server.name)),
        era,
      ),
    // Concurrent readers share the lists, so one canceled reader must not abort them.
    listResources: () => list("resources"),
    listTemplates: () => list("templates"),
    listPrompts: () => list("prompts"),
    readResource: (request, signal) => {
      const uri = textIn(request.params, "uri");
      const subject = { kind: "uri", name: uri } as const;
      const call = callOf(request, { principal, way }, { method: "resources/read", subject });
      const route = async () => here(way, await router.resource(uri, principal, isOpen), subject);
      return sent(way, { call, signal, route });
    },
    getPrompt: (request, signal) => {
      const name = textIn(request.params, "name");
      const subject = { kind: "prompt", name } as const;
      const call = callOf(request, { principal, way }, { method: "prompts/get", subject });
      const route = async () => here(way, await router.prompt(name), subject);
      return sent(way, { call, signal, route });
    },
    complete: (request, signal) => {
      const { params } = request;
      const subject = referenceIn(params);
      const call = callOf(request, { principal, way }, { method: "completion/complete", subject });
      const route = async () =>
        here(way, await router.reference(params, principal, isOpen), subject);
      return sent(way, { call, signal, route });
    },
    follow: (request, changed) => follow(request, { principal, changed }, way),
    subscribe,
  };
}

/** Of several servers with one view, a caller means the one that it may use. */
function isOpenTo(principal: Principal, way: Way): IsOpen<RelayHome> {
  return ({ server }, name) =>
    isHere(way, server) &&
    way.access.shows(principal, { kind: "resource", server: server.name, name });
}

type What = Omit<RelayCall["relayed"], "params">;

function isHere({ endpoint }: Way, { name }: Pick<RelayServer, "name">): boolean {
  return endpoint === undefined || endpoint.servers.has(name);
}

/** Refuses an item of a server that the endpoint does not name, as if it did not exist. */
function here(
  way: Way,
  routed: Routed<RelayHome>,
  { kind, name }: What["subject"],
): Routed<RelayHome> {
  if (isHere(way, routed.home.server)) return routed;
  throw kind === "prompt" ? unknownPrompt(name) : unknownResource(name);
}

/** Builds the call of a request, for its record and its stages. */
function callOf(
  request: RelayRequest,
  { principal, way }: { readonly principal: Principal; readonly way: Way },
  what: What,
): RelayCall {
  const { params, ...ids } = request;
  const { _meta, ...given } = params;
  return {
    ...ids,
    principal,
    ...(way.endpoint && { endpoint: way.endpoint.name }),
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
  { answer, passOn, viewLock }: Way,
  { call, signal, route }: Sending,
): Promise<JsonObject> {
  const act: RelayAct<Relayed> = {
    route,
    send: async (permitted, until) => {
      const { server } = permitted.at;
      const isCompletion = call.relayed.method === "completion/complete";
      if (isCompletion && !has(server, "completions")) return relayed(noCompletion, false);
      const passed = await passOn(permitted, until);
      const { name } = permitted.item;
      if (call.relayed.method === "resources/read" && isViewUri(name) && !passed.isQuestion) {
        await viewLock.check(permitted.at, name, passed.output);
      }
      return passed;
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
  way: Way,
): Promise<() => Promise<void>> {
  const { access, router, answer } = way;
  const isOpen = isOpenTo(principal, way);
  const uri = textIn(request.params, "uri");
  const what = { method: "resources/subscribe", subject: { kind: "uri", name: uri } } as const;
  const act: RelayAct<() => Promise<void>> = {
    route: async () => here(way, await router.resource(uri, principal, isOpen), what.subject),
    send: ({ at, item }) =>
      at.follower.follow(item.name, keyOf(principal), () => {
        if (access.shows(principal, item)) changed();
      }),
    outcomeOf: () => relayed({}, false),
  };
  return answer(act, callOf(request, { principal, way }, what), neverAborts);
}

/** Returns the prompt or the template of a completion. */
function referenceIn(params: JsonObject): What["subject"] {
  const ref = own(params, "ref");
  const named = isJsonObject(ref) ? ref : {};
  return own(named, "type") === "ref/prompt"
    ? { kind: "prompt", name: textIn(named, "name") }
    : { kind: "uri", name: textIn(named, "uri") };
}
