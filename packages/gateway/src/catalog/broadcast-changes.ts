import { differences } from "@toolcourt/contracts/internal/drift/classify";
import type { Drifted, DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Logger } from "../telemetry/events.ts";
import type { Registry } from "./create-registry.ts";

/** PostgreSQL limits a payload to 8,000 bytes, and a name can take seven bytes per character. */
const maxTools = 3;

const maxNameLength = 256;

const maxNoticeLength = 8_000;

/** Channel between gateways that share their stores. Delivers each notice at most once. */
export interface Channel {
  readonly publish: (text: string) => Promise<void>;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: (text: string) => void) => Promise<() => Promise<void>>;
}

export interface BroadcastOptions {
  readonly channel: Channel;
  /** Unique name of this process. */
  readonly name: string;
  readonly registry: Pick<Registry, "current" | "drifted" | "hold">;
  readonly log: Logger["log"];
  /** Reads what the store says about tools. Default: there is no such store. */
  readonly refresh?: () => Promise<void>;
}

/** Message to the other replicas: look at this server again. */
interface RegistryNotice {
  /** The sending replica. A replica ignores its own notices. */
  readonly from: string;
  readonly server: string;
  /** Drifted tools. The server may show their old contracts again when other replicas look. */
  readonly drifted: DriftedTools;
}

/** Sends this gateway's findings about servers to the others, and receives theirs. */
export class Broadcast {
  readonly #options: BroadcastOptions;
  /** Servers with notices since our last look: the others already know about the change. */
  readonly #changedByNotice = new Set<string>();
  /** Findings not yet published. */
  readonly #unsent = new Map<string, DriftedTools>();
  /** Findings of others must be held before we look. Otherwise they would seem to be our own. */
  #holding: Promise<unknown> = Promise.resolve();

  constructor(options: BroadcastOptions) {
    this.#options = options;
  }

  /** Runs a look at a server, and tells the others about changes. */
  async looking(server: string, look: () => Promise<void>): Promise<void> {
    const { registry } = this.#options;
    await this.#holding;
    const isByNotice = this.#changedByNotice.delete(server);
    const [before, drifted] = [faceOf(registry, server), registry.drifted(server)];
    try {
      await look();
    } finally {
      const found = [...registry.drifted(server)].filter(
        ([tool, { digest }]) => drifted.get(tool)?.digest !== digest,
      );
      const unsentNow = new Map([...(this.#unsent.get(server) ?? []), ...found]);
      this.#unsent.set(server, unsentNow);
      const isOther = !isByNotice && before !== faceOf(registry, server);
      if (isOther || unsentNow.size > 0) void this.#send(server);
    }
  }

  /** Triggers a server's callback on each notice about it. Returns the unsubscribe function. */
  async listen(bells: ReadonlyMap<string, () => void>): Promise<() => void> {
    const { channel, registry } = this.#options;
    const leave = await channel.subscribe((text) => this.#hear(bells, text));
    // Drift from before our start may be new to gateways that started earlier.
    for (const server of bells.keys()) {
      const drifted = registry.drifted(server);
      this.#unsent.set(server, drifted);
      if (drifted.size > 0) await this.#send(server);
    }
    // Not awaited: the store may be down, and its owner closes it.
    return () => void leave().catch(() => undefined);
  }

  async #send(server: string): Promise<void> {
    const { channel, name: from, log } = this.#options;
    const drifted = this.#unsent.get(server) ?? new Map<string, Drifted>();
    try {
      await Promise.all(formatNotice({ from, server, drifted }).map(channel.publish));
      this.#unsent.delete(server);
    } catch {
      log("change-notice.failed", { server });
    }
  }

  #hear(bells: ReadonlyMap<string, () => void>, text: string): void {
    const { name, registry, refresh } = this.#options;
    const notice = readNotice(text);
    if (notice === undefined || notice.from === name) return;
    const { server, drifted } = notice;
    const ring = bells.get(server);
    if (ring === undefined) return;
    this.#changedByNotice.add(server);
    // If the lock cannot be written, the next look reports it.
    this.#holding = this.#holding.then(() => registry.hold(server, drifted)).catch(() => undefined);
    // A notice says only that there is something to read. It admits nothing itself.
    void refresh?.().catch(() => undefined);
    ring();
  }
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

/** Formats a notice as one text, or as several if it has many tools. */
export function formatNotice({ from, server, drifted }: RegistryNotice): readonly string[] {
  const tools = [...drifted].filter(([tool]) => tool.length <= maxNameLength);
  const texts: string[] = [];
  do {
    const some = tools.splice(0, maxTools).map(([tool, { difference, digest }]) => {
      return [tool, difference, digest];
    });
    texts.push(JSON.stringify({ from, server, drifted: some }));
  } while (tools.length > 0);
  return texts;
}

/**
 * Parses a notice from a shared store. Accepts exactly what we would have written, or returns
 * undefined.
 */
export function readNotice(text: string): RegistryNotice | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value) || Object.keys(value).toSorted().join() !== "drifted,from,server") {
    return undefined;
  }
  const [from, server] = [own(value, "from"), own(value, "server")];
  const drifted = driftedIn(own(value, "drifted"));
  if (typeof from !== "string" || typeof server !== "string" || drifted === undefined) {
    return undefined;
  }
  return { from, server, drifted };
}

function jsonIn(text: string): JsonValue | undefined {
  if (text.length > maxNoticeLength) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function driftedIn(value: JsonValue | undefined): DriftedTools | undefined {
  if (!isJsonArray(value) || value.length > maxTools) return undefined;
  const tools = value.map(toolIn).filter((tool) => tool !== undefined);
  return tools.length === value.length ? new Map(tools) : undefined;
}

function toolIn(value: JsonValue): readonly [tool: string, drifted: Drifted] | undefined {
  if (!isJsonArray(value) || value.length !== 3) return undefined;
  const [tool, named, digest] = value;
  const difference = differences.find((each) => each === named);
  if (typeof tool !== "string" || tool.length > maxNameLength || difference === undefined) {
    return undefined;
  }
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  return [tool, { difference, digest }];
}
