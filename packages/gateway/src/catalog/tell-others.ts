import type { Drifted, DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { Logger } from "../telemetry/events.ts";
import type { Registry } from "./create-registry.ts";
import { formatNotice, readNotice } from "./notice.ts";

/** Channel between gateways that share their stores. Delivers each notice at most once. */
export interface Channel {
  readonly publish: (text: string) => Promise<void>;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: (text: string) => void) => Promise<() => Promise<void>>;
}

export interface TellingOptions {
  readonly channel: Channel;
  /** Unique name of this process. */
  readonly name: string;
  readonly registry: Pick<Registry, "current" | "drifted" | "hold">;
  readonly log: Logger["log"];
}

/** Sends this gateway's findings about servers to the others, and receives theirs. */
export interface Telling {
  /** Runs a look at a server, and tells the others about changes. */
  readonly looking: (server: string, look: () => Promise<void>) => Promise<void>;
  /** Triggers a server's callback on each notice about it. Returns the unsubscribe function. */
  readonly listen: (bells: ReadonlyMap<string, () => void>) => Promise<() => void>;
}

export function createTelling({ channel, name, registry, log }: TellingOptions): Telling {
  /** Servers with notices since our last look: the others already know about the change. */
  const told = new Set<string>();
  /** Findings not yet published. */
  const untold = new Map<string, DriftedTools>();
  /** Findings of others must be held before we look. Otherwise they would seem to be our own. */
  let holding: Promise<unknown> = Promise.resolve();

  const tell = async (server: string): Promise<void> => {
    const drifted = untold.get(server) ?? new Map<string, Drifted>();
    try {
      await Promise.all(formatNotice({ from: name, server, drifted }).map(channel.publish));
      untold.delete(server);
    } catch {
      log("notice.unsent", { server });
    }
  };

  const hear = (bells: ReadonlyMap<string, () => void>, text: string): void => {
    const notice = readNotice(text);
    if (notice === undefined || notice.from === name) return;
    const { server, drifted } = notice;
    const ring = bells.get(server);
    if (ring === undefined) return;
    told.add(server);
    // If the lock cannot be written, the next look reports it.
    holding = holding.then(() => registry.hold(server, drifted)).catch(() => undefined);
    ring();
  };

  return {
    looking: async (server, look) => {
      await holding;
      const wasTold = told.delete(server);
      const [before, drifted] = [faceOf(registry, server), registry.drifted(server)];
      try {
        await look();
      } finally {
        const found = [...registry.drifted(server)].filter(([tool]) => !drifted.has(tool));
        const unsaid = new Map([...(untold.get(server) ?? []), ...found]);
        untold.set(server, unsaid);
        const isOther = !wasTold && before !== faceOf(registry, server);
        if (isOther || unsaid.size > 0) void tell(server);
      }
    },
    listen: async (bells) => {
      const leave = await channel.subscribe((text) => hear(bells, text));
      // Drift from before our start may be new to gateways that started earlier.
      for (const server of bells.keys()) {
        const drifted = registry.drifted(server);
        untold.set(server, drifted);
        if (drifted.size > 0) await tell(server);
      }
      // Not awaited: the store may be down, and its owner closes it.
      return () => void leave().catch(() => undefined);
    },
  };
}

/** Returns the caller-visible state of a server's tools. */
function faceOf({ current }: Pick<Registry, "current">, server: string): string {
  const tools = [...current().tools.values()].filter(
    ({ home }) => home.kind === "server" && home.server === server,
  );
  return JSON.stringify(
    tools.map(({ publicName, contract, hold }) => [publicName, contract.digest, hold?.kind]),
  );
}
