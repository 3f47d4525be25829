import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { createCleanText } from "../cleaning/clean-text.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../telemetry/events.ts";
import { createCalm } from "./calm.ts";
import { createFollower } from "./follow.ts";
import { createMerge } from "./merge.ts";
import { createPassOn, type PassOn } from "./pass-on.ts";
import { has, mayHave, type RelayServer } from "./relay-server.ts";
import { offerings, type Relays } from "./relays.ts";
import { homeOfPrompt, homeOfResource, homeOfTemplate } from "./route.ts";
import { createServerLists, type ServerLists } from "./server-lists.ts";

export interface RelaysOptions {
  readonly clock: Clock;
  readonly log: Logger["log"];
  readonly hideSecrets: (text: string) => string;
}

/** Passes on what is no tool. Does not own the servers: whoever opened them closes them. */
export function createRelays(servers: readonly RelayServer[], options: RelaysOptions): Relays {
  const { clock, log, hideSecrets } = options;
  const cleanText = createCleanText(hideSecrets);
  const clean = (text: string): string => cleanText(text).text;
  const lists = servers.map((server) => createServerLists(server, { clock, clean, log }));
  const passOn = createPassOn(clock, clean);
  const { follow, subscribe } = attend(lists, clock);
  return {
    offered: () => new Set(offerings.filter((what) => servers.some((each) => mayHave(each, what)))),
    // Lists are shared by all who want them at the same time, so nobody's leaving ends them.
    listResources: createMerge(lists, "resources"),
    listTemplates: createMerge(lists, "templates"),
    listPrompts: createMerge(lists, "prompts", ({ key: prompt, winner, loser }) =>
      log("prompt.collided", { prompt, winner, loser }),
    ),
    readResource: async (request, signal) => {
      const uri = textIn(request.params, "uri");
      const { server } = await homeOfResource(lists, uri);
      return passOn({ server, method: "resources/read", uri }, request, signal);
    },
    getPrompt: async (request, signal) => {
      const { server } = await homeOfPrompt(lists, textIn(request.params, "name"));
      return passOn({ server, method: "prompts/get" }, request, signal);
    },
    complete: createComplete(lists, passOn),
    follow,
    subscribe,
  };
}

/** Hears what servers tell by themselves, and passes it to those who want to hear of it. */
function attend(lists: readonly ServerLists[], clock: Clock): Pick<Relays, "follow" | "subscribe"> {
  const subscribers = new Set<Parameters<Relays["subscribe"]>[0]>();
  const followed = lists.map((each) => ({ ...each, ...createFollower(each.server, clock) }));
  const tell = (what: "resources" | "prompts"): void => {
    for (const subscriber of subscribers) subscriber(what);
  };
  for (const { server, forget, updated } of followed) {
    const calm = {
      resources: createCalm(clock, () => tell("resources")),
      prompts: createCalm(clock, () => tell("prompts")),
    };
    server.listen({
      changed: (what) => {
        forget(what);
        if (has(server, what)) calm[what]();
      },
      resourceUpdated: updated,
    });
  }
  return {
    follow: async (uri, listener) => {
      const { follow } = await homeOfResource(followed, uri);
      return follow(uri, listener);
    },
    subscribe: (subscriber) => {
      subscribers.add(subscriber);
      return () => {
        subscribers.delete(subscriber);
      };
    },
  };
}

/** What a server says that cannot complete anything. */
const noCompletion = { completion: { values: [], hasMore: false } };

function createComplete(lists: readonly ServerLists[], passOn: PassOn): Relays["complete"] {
  return async (request, signal) => {
    const ref = own(request.params, "ref");
    const named = isJsonObject(ref) ? ref : {};
    const { server } = await (own(named, "type") === "ref/prompt"
      ? homeOfPrompt(lists, textIn(named, "name"))
      : homeOfTemplate(lists, textIn(named, "uri")));
    if (!has(server, "completions")) return noCompletion;
    return passOn({ server, method: "completion/complete" }, request, signal);
  };
}

/** Nothing is named by the empty text, so it will not be found. */
function textIn(params: JsonObject, key: string): string {
  const text = own(params, key);
  return typeof text === "string" ? text : "";
}
