import type { Clean } from "../cleaning/clean-value.ts";
import type { Clock } from "../kernel/clock.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import type { Logger } from "../telemetry/events.ts";
import { type Entry, type ListName, lists, readEntries, readList } from "./read-list.ts";
import { has, passes, type RelayServer } from "./relay-server.ts";
import { createRemembered, type Remembered } from "./remember.ts";

export interface ListSurroundings {
  readonly clock: Clock;
  readonly clean: Clean;
  readonly log: Logger["log"];
}

/** What one server lists. */
export interface ServerLists {
  readonly server: RelayServer;
  /** Empty when the server does not answer. Never throws. */
  readonly read: (list: ListName) => Promise<readonly Entry[]>;
  readonly forget: (what: "resources" | "prompts") => void;
}

/** How long a server may take for anything that is no tool. */
export const answerMs = 30_000;
const goodForMs = 60_000;
/** A server that is silent is asked again soon, but not by everybody who comes by. */
const silentForMs = 5_000;

export function createServerLists(
  server: RelayServer,
  surroundings: ListSurroundings,
): ServerLists {
  const kept = {
    resources: remember(server, "resources", surroundings),
    templates: remember(server, "templates", surroundings),
    prompts: remember(server, "prompts", surroundings),
  } satisfies Record<ListName, unknown>;
  return {
    server,
    read: async (list) => {
      if (!has(server, list === "templates" ? "resources" : list)) return [];
      return (await kept[list].read()) ?? [];
    },
    forget: (what) => {
      kept[what].forget();
      if (what === "resources") kept.templates.forget();
    },
  };
}

/** Nothing where the server did not answer. */
function remember(
  server: RelayServer,
  list: ListName,
  { clock, clean, log }: ListSurroundings,
): Remembered<readonly Entry[] | undefined> {
  const ask = (signal: AbortSignal): Promise<readonly Entry[]> =>
    readList(lists[list], (request) => server.upstream.request(request, signal)).then((listed) =>
      readEntries(listed, lists[list], clean).filter(({ key }) => isLetThrough(server, list, key)),
    );
  return createRemembered({
    clock,
    load: async () => {
      try {
        return await withTimeout({ clock, ms: answerMs }, ask);
      } catch {
        log("list.missing", { server: server.name, what: list });
        return undefined;
      }
    },
    goodForMs: (entries) => (entries === undefined ? silentForMs : goodForMs),
  });
}

function isLetThrough({ prompts }: RelayServer, list: ListName, key: string): boolean {
  return list !== "prompts" || passes(prompts, key);
}
