import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Registry } from "../../catalog/create-registry.ts";
import type { Config } from "../../config/config.ts";
import { type Fingerprint, serverFingerprint } from "../../config/fingerprint.ts";
import type { ServerConfig } from "../../config/offering.ts";
import { ClauseCounters } from "../../pipeline/clause-counters.ts";
import { maxRateKeys } from "../../pipeline/count-limits.ts";
import { LocalQueries } from "../../pipeline/limits/queries.ts";
import { LocalRate } from "../../pipeline/limits/rate.ts";
import { Linked } from "../../relays/linked.ts";
import type { Generation } from "../open-generation.ts";
import type { OpenServer, ServersDeps } from "../open-servers.ts";

/** What a process counts and remembers about callers, across reloads. */
export interface GatewayMemory {
  readonly rate: LocalRate;
  readonly queries: LocalQueries;
  readonly linked: Linked;
  readonly counters: ClauseCounters;
}

/** Returns what the last gateway remembers, or an empty memory for the first one. */
export function memoryOf({ clock, replacing }: ReplacingDeps): GatewayMemory {
  return replacing?.before.memory ?? newMemory(clock);
}

interface ReplacingDeps {
  readonly clock: Clock;
  readonly replacing?: Replacing | undefined;
}

function newMemory(clock: Clock): GatewayMemory {
  return {
    rate: new LocalRate(clock, maxRateKeys),
    queries: new LocalQueries(clock),
    linked: new Linked(clock),
    counters: new ClauseCounters(),
  };
}

/** What a gateway leaves to the one that replaces it. */
export interface HandOver {
  readonly memory: GatewayMemory;
  /** The servers in use, by name. */
  readonly servers: ReadonlyMap<string, OpenServer>;
  readonly registry: Pick<Registry, "drifted" | "listing" | "lock" | "leftOut">;
  readonly fingerprint: Fingerprint;
}

/** Returns how a gateway leaves what it has. */
export function handingOver(
  { fingerprint = {} }: Pick<Config, "fingerprint">,
  servers: readonly OpenServer[],
  parts: Pick<HandOver, "memory" | "registry">,
): () => HandOver {
  const inUse = new Map(servers.map((server) => [server.settings.name, server]));
  return () => ({ ...parts, servers: inUse, fingerprint });
}

/**
 * The gateway to replace, for as long as the next one opens. After that it is forgotten: closures of
 * each gateway would otherwise keep all gateways before it in memory.
 */
export class Replacing {
  /**
   * Whether the change came from a file and only takes away. Then no server is opened, and no tool
   * joins that was not known before.
   */
  readonly narrows: boolean;
  #last: Generation | undefined;

  constructor(last: Generation, narrows: boolean) {
    this.narrows = narrows;
    this.#last = last;
  }

  get last(): Generation {
    if (this.#last === undefined) throw new TypeError("A gateway is replaced only once.");
    return this.#last;
  }

  get before(): HandOver {
    return this.last.gateway.handOver();
  }

  forget(): void {
    this.#last = undefined;
  }
}

/** Returns how connections are kept. Empty for the first gateway. */
export function keepingServers(
  { fingerprint = {} }: Pick<Config, "fingerprint">,
  { replacing }: Pick<ReplacingDeps, "replacing">,
): Pick<ServersDeps, "keptServer"> {
  return replacing === undefined ? {} : { keptServer: keptServersOf(replacing, fingerprint) };
}

/**
 * Returns how to find the connection that a reload keeps: that of a server whose entry is the same
 * as before. A set of HTTP tools has no connection, so its file is read again.
 */
function keptServersOf(
  replacing: Replacing,
  fingerprint: Fingerprint,
): NonNullable<ServersDeps["keptServer"]> {
  const isSame = ({ name, transport }: ServerConfig, before: HandOver): boolean =>
    replacing.narrows ||
    (transport.kind !== "http_tools" &&
      serverFingerprint(before.fingerprint, name) === serverFingerprint(fingerprint, name));
  return (settings) => {
    const { name } = settings;
    const { before } = replacing;
    const server = before.servers.get(name);
    const isUsable = server !== undefined && !before.registry.leftOut().has(name);
    if (!isUsable || !isSame(settings, before)) return undefined;
    const { context, transport } = server.settings;
    const tools = listingOf(replacing, name);
    const { listing: _first, ...rest } = server;
    return {
      ...rest,
      settings: { ...settings, ...(context && { context }), transport },
      ...(tools && { listing: { policy: settings, tools } }),
    };
  };
}

function listingOf(
  { before, narrows }: Replacing,
  server: string,
): readonly JsonValue[] | undefined {
  const { registry } = before;
  const tools = registry.listing(server);
  if (!narrows || tools === undefined) return tools;
  // Tools that the server offered since the start wait for a reload, and are not in the lock.
  return lockedTools(tools, registry.lock().servers.get(server));
}

/** Returns the tools of a list that the lock has. */
export function lockedTools(
  tools: readonly JsonValue[],
  locked: Pick<ReadonlyMap<string, unknown>, "has"> | undefined,
): readonly JsonValue[] {
  return tools.filter((tool) => {
    const name = isJsonObject(tool) ? own(tool, "name") : undefined;
    return typeof name === "string" && locked?.has(name) === true;
  });
}
