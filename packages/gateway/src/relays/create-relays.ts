import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Clean, createCleanText } from "../boundary/cleaning/clean-value.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { Logger } from "../telemetry/events.ts";
import { Follower } from "./follow.ts";
import { createPassOn, type PassOn } from "./pass-on.ts";
import type { ListName } from "./read-list.ts";
import { has, mayHave, offerings, type RelayServer, type Relays } from "./relays.ts";
import { homeOfPrompt, homeOfResource, homeOfTemplate } from "./route.ts";
import { type ListDeps, ServerLists } from "./server-lists.ts";
import { createThrottle } from "./throttle.ts";

export interface RelaysDeps extends Pick<Runtime, "clock"> {
  readonly log: Logger["log"];
  readonly redactSecrets: Clean;
  readonly traces?: Traces;
}

/**
 * Returns relays over some of the servers, as if there were no others. `isOpen` is evaluated on
 * every use: a server may close at any time, and then its notifications stop.
 */
export type RelaysAmong = (isOpen: (server: string) => boolean) => Relays;

class RelayHome extends ServerLists {
  readonly follower: Follower;

  constructor(server: RelayServer, deps: ListDeps) {
    super(server, deps);
    this.follower = new Follower(server, deps.clock);
  }
}

interface Way {
  readonly passOn: PassOn;
  readonly collided: (collision: Collision) => void;
  readonly subscribe: Relays["subscribe"];
}

/** Relays everything except tools. Does not own the servers: their opener closes them. */
export function createRelays(servers: readonly RelayServer[], options: RelaysDeps): RelaysAmong {
  const { clock, log, redactSecrets, traces } = options;
  const cleanText = createCleanText(redactSecrets);
  const clean: Clean = (text, name) => cleanText(text, name).text;
  const homes = servers.map((server) => new RelayHome(server, { clock, clean, log }));
  const way = {
    passOn: createPassOn(clock, clean, traces),
    collided: createCollisionLog(log),
    subscribe: attend(homes, clock),
  };
  return (isOpen) => relaysOver(homes, isOpen, way);
}

function relaysOver(
  all: readonly RelayHome[],
  isOpen: (server: string) => boolean,
  { passOn, collided, subscribe }: Way,
): Relays {
  const homes = (): readonly RelayHome[] => all.filter(({ server }) => isOpen(server.name));
  return {
    offered: () =>
      new Set(offerings.filter((what) => homes().some(({ server }) => mayHave(server, what)))),
    // Concurrent readers share the lists, so one canceled reader must not abort them.
    listResources: () => mergeLists(homes(), "resources"),
    listTemplates: () => mergeLists(homes(), "templates"),
    listPrompts: () => mergeLists(homes(), "prompts", collided),
    readResource: async (request, signal) => {
      const uri = textIn(request.params, "uri");
      const { server } = await homeOfResource(homes(), uri);
      return passOn({ server, method: "resources/read", uri }, request, signal);
    },
    getPrompt: async (request, signal) => {
      const { server } = await homeOfPrompt(homes(), textIn(request.params, "name"));
      return passOn({ server, method: "prompts/get" }, request, signal);
    },
    complete: createComplete(homes, passOn),
    follow: async (uri, listener) => {
      const { server, follower } = await homeOfResource(homes(), uri);
      return follower.follow(uri, () => {
        if (isOpen(server.name)) listener();
      });
    },
    subscribe,
  };
}

/** Receives server notifications and forwards them to subscribers. */
function attend(homes: readonly RelayHome[], clock: Clock): Relays["subscribe"] {
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

/** Answer for a server without completions. */
const noCompletion = { completion: { values: [], hasMore: false } };

function createComplete(homes: () => readonly RelayHome[], passOn: PassOn): Relays["complete"] {
  return async (request, signal) => {
    const ref = own(request.params, "ref");
    const named = isJsonObject(ref) ? ref : {};
    const { server } = await (own(named, "type") === "ref/prompt"
      ? homeOfPrompt(homes(), textIn(named, "name"))
      : homeOfTemplate(homes(), textIn(named, "uri")));
    if (!has(server, "completions")) return noCompletion;
    return passOn({ server, method: "completion/complete" }, request, signal);
  };
}

/** Nothing is named by the empty string, so the lookup fails. */
function textIn(params: JsonObject, key: string): string {
  const text = own(params, key);
  return typeof text === "string" ? text : "";
}

/** An entry left out because an earlier server has the same key. */
export interface Collision {
  readonly key: string;
  readonly winner: string;
  readonly loser: string;
}

/** Merges all lists in server order. For equal keys the first entry wins. */
async function mergeLists(
  servers: readonly ServerLists[],
  list: ListName,
  collided: (collision: Collision) => void = () => undefined,
): Promise<readonly JsonObject[]> {
  const all = await Promise.all(servers.map((each) => each.read(list)));
  const winners = new Map<string, string>();
  const kept: JsonObject[] = [];
  for (const [index, { server }] of servers.entries()) {
    for (const { key, listed } of all[index] ?? []) {
      const winner = winners.get(key);
      if (winner === undefined) kept.push(listed);
      else if (winner !== server.name) collided({ key, winner, loser: server.name });
      winners.set(key, winner ?? server.name);
    }
  }
  return kept;
}

/** Limit on logged collisions. */
const maxLogged = 1_000;

/** Warns once per prompt that another one shadows, however many lists omit it. */
function createCollisionLog(log: Logger["log"]): (collision: Collision) => void {
  const logged = new Set<string>();
  return ({ key: prompt, winner, loser }) => {
    const id = JSON.stringify([prompt, winner, loser]);
    if (logged.has(id) || logged.size >= maxLogged) return;
    logged.add(id);
    log("prompt.collided", { prompt, winner, loser });
  };
}

/** Also notifies subscribers of list changes when another event changes access. */
export function notifyAlso(relays: Relays, subscribe: (changed: () => void) => () => void): Relays {
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
