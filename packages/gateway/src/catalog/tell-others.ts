import type { Drifted, DriftedTools } from "../contracts/drift/drifted.ts";
import type { Logger } from "../foundation/telemetry/events.ts";
import type { Registry } from "./create-registry.ts";
import { formatNotice, readNotice } from "./notice.ts";

/** How gateways that share their stores reach each other. Each notice arrives once at most. */
export interface Channel {
  readonly publish: (text: string) => Promise<void>;
  /** Until what it gives back is called. */
  readonly subscribe: (listener: (text: string) => void) => Promise<() => Promise<void>>;
}

export interface TellingOptions {
  readonly channel: Channel;
  /** The name of this process, which no other has. */
  readonly name: string;
  readonly registry: Pick<Registry, "current" | "drifted" | "hold">;
  readonly log: Logger["log"];
}

/** Tells other gateways what this one finds out about servers, and hears what they found out. */
export interface Telling {
  /** Looks at a server again, and tells the others what is new. */
  readonly looking: (server: string, look: () => Promise<void>) => Promise<void>;
  /** Has a server's bell rung whenever others tell of it, until what it gives back is called. */
  readonly listen: (bells: ReadonlyMap<string, () => void>) => Promise<() => void>;
}

export function createTelling({ channel, name, registry, log }: TellingOptions): Telling {
  /** Servers that others told of since we looked at them last: they know without us that something is new. */
  const told = new Set<string>();
  /** What was found here and has reached nobody yet. */
  const untold = new Map<string, DriftedTools>();
  /** What others found has to be held before we look, or it would seem to be our own finding. */
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
    // Where the lock cannot be written, the look that follows will say so.
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
      // What had drifted before the start may be new to those who started earlier.
      for (const server of bells.keys()) {
        const drifted = registry.drifted(server);
        untold.set(server, drifted);
        if (drifted.size > 0) await tell(server);
      }
      // Nobody waits for it: the store may be away, and whoever opened it closes it.
      return () => void leave().catch(() => undefined);
    },
  };
}

/** What callers can see of a server's tools. */
function faceOf({ current }: Pick<Registry, "current">, server: string): string {
  const tools = [...current().tools.values()].filter(
    ({ home }) => home.kind === "server" && home.server === server,
  );
  return JSON.stringify(
    tools.map(({ publicName, contract, hold }) => [publicName, contract.digest, hold?.kind]),
  );
}
