import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Registry } from "../catalog/create-registry.ts";
import { countTools } from "../catalog/tool-state.ts";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { GatewayApi } from "../edge/entrance.ts";
import type { CircuitState } from "../pipeline/execution/circuits.ts";
import type { OpenPipeline } from "../pipeline/open-pipeline.ts";
import type { RelayCounts } from "../relays/count-entries.ts";
import type { RelaysOver } from "../relays/create-relays.ts";
import type { ServerFailure } from "../upstreams/health.ts";
import { type Upstream, UpstreamError } from "../upstreams/upstream.ts";
import {
  type CleanWords,
  createCleanWords,
  type DescribedFailure,
  describeFailure,
} from "./describe-failure.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { OpenServer } from "./open-servers.ts";
import {
  auditSigned,
  policyUsable,
  type ReadinessSource,
  reasonsOf,
  serversReached,
} from "./readiness.ts";
import { clausesByServer, type ServerClause } from "./server-clauses.ts";
import type { GatewayState } from "./state-families.ts";

/** A configured server and what became of it. Holds no credentials. */
export interface ServerStatus {
  readonly name: string;
  /** Without user, password or query. */
  readonly address: string;
  readonly mode: ServerConfig["mode"];
  /** The rules that judge its tools. */
  readonly profiles: ServerConfig["profiles"];
  readonly required: boolean;
  readonly state: "ready" | "left-out" | "unreachable";
  /** The protocol era it was connected with last. Null if it never was. */
  readonly era: Upstream["era"] | null;
  /** Since when it is connected or away, as a timestamp. Null if that is not known. */
  readonly since: string | null;
  /** How often it was connected again after a loss. */
  readonly restarts: number;
  /** The last failure, even if it is over. Unset if nothing has failed. */
  readonly lastError?: LastError;
  /** In our own words, but for the names of tools. Unset for a server that is ready. */
  readonly because?: string;
  /** The next command to type. Unset for a server that is ready. */
  readonly next?: string;
  /** A quarantined tool is known and cannot be called. Some admitted ones need approval. */
  readonly tools: {
    readonly admitted: number;
    readonly withApproval: number;
    readonly quarantined: number;
  };
  readonly resources: number;
  readonly templates: number;
  readonly prompts: number;
  /** Whether calls of its tools are sent, as this process sees it. */
  readonly breaker: CircuitState;
  /** What calls of its tools kept and broke, by clause. Empty if none was checked. */
  readonly clauses: readonly ServerClause[];
}

/** A failure of a server. `wrote` is the server's own text: data, and not our words. */
export interface LastError extends Omit<DescribedFailure, "next"> {
  readonly at: string;
}

export interface StatusDeps {
  readonly opened: ReadonlyMap<string, OpenServer>;
  readonly registry: Pick<Registry, "offered" | "leftOut" | "current">;
  readonly relaying: Pick<RelaysOver, "count">;
  /** Undefined if there is no audit log. */
  readonly authority:
    | Pick<OpenAuthority, "unsigned" | "policy" | "auditSource" | "storeSource" | "keysSource">
    | undefined;
  readonly redaction: Redaction;
  /** What calls of the servers' tools met. */
  readonly line: Pick<OpenPipeline, "circuits" | "counters">;
}

/** The state of a server, and its last failure. */
export type SeenServer = Pick<ServerStatus, "name" | "state" | "lastError">;

/** The states of a gateway's servers. */
export interface ServerStates extends Pick<GatewayApi, "whyNotReady"> {
  /** Returns the connection state of each server. */
  readonly servers: GatewayState["servers"];
  /** Returns the state of every configured server. Asks none of them. */
  readonly lookAtServers: () => readonly SeenServer[];
  /** Describes every configured server. Asks each for its resources and prompts. */
  readonly describeServers: () => Promise<readonly ServerStatus[]>;
}

function isReached({ settings, upstream }: OpenServer): boolean {
  return !settings.required || upstream.isConnected();
}

function authoritySources(authority: StatusDeps["authority"]): readonly ReadinessSource[] {
  if (authority === undefined) return [];
  const { policy, unsigned, auditSource, storeSource, keysSource } = authority;
  return [policyUsable(policy), storeSource, auditSigned(unsigned), auditSource, keysSource];
}

/** Returns the states of the connections and of the audit log. */
export function statesOf({ toolbox }: Config, deps: StatusDeps): ServerStates {
  const servers = [...deps.opened.values()];
  return {
    whyNotReady: reasonsOf([
      serversReached(() => servers.every(isReached)),
      ...authoritySources(deps.authority),
    ]),
    servers: () =>
      servers.map(({ settings, upstream: { isConnected } }) => {
        return { name: settings.name, isConnected: isConnected() };
      }),
    lookAtServers: () => lookAtServers(toolbox.servers, deps),
    describeServers: () => describeServers(toolbox.servers, deps),
  };
}

/**
 * Closes the servers that are left out, and returns the others. Nothing of a server that is left
 * out is reachable, its resources and prompts included.
 */
export async function withoutLeftOut(
  servers: readonly OpenServer[],
  registry: Pick<Registry, "leftOut">,
): Promise<readonly OpenServer[]> {
  const leftOut = registry.leftOut();
  const isLeftOut = ({ settings }: OpenServer): boolean => leftOut.has(settings.name);
  const left = servers.filter(isLeftOut);
  await Promise.all(left.map(({ upstream }) => upstream[Symbol.asyncDispose]()));
  return servers.filter((server) => !isLeftOut(server));
}

/** Returns the states of all configured servers, in file order. */
function lookAtServers(
  servers: readonly ServerConfig[],
  { opened, registry, redaction }: StatusDeps,
): readonly SeenServer[] {
  const words = createCleanWords(redaction);
  const [offered, leftOut] = [registry.offered(), registry.leftOut()];
  return servers.map((settings) => {
    const { name } = settings;
    const found = { settings, server: opened.get(name), isListed: offered.has(name), words };
    const { state } = stateOf(found, leftOut);
    const { lastError } = lifeOf(found);
    return { name, state, ...(lastError && { lastError }) };
  });
}

/** Describes all configured servers, in file order. */
async function describeServers(
  servers: readonly ServerConfig[],
  { opened, registry, relaying, redaction, line: { circuits, counters } }: StatusDeps,
): Promise<readonly ServerStatus[]> {
  const words = createCleanWords(redaction);
  const counts = await relaying.count();
  const clauses = clausesByServer(counters, registry);
  const [offered, leftOut] = [registry.offered(), registry.leftOut()];
  return servers.map((settings) => {
    const { name, address, mode, profiles, required } = settings;
    const found = { settings, server: opened.get(name), isListed: offered.has(name), words };
    const { callable, withApproval, held } = countTools(offered.get(name) ?? []);
    return {
      name,
      address,
      mode,
      profiles,
      required,
      ...stateOf(found, leftOut),
      ...lifeOf(found),
      tools: { admitted: callable + withApproval, withApproval, quarantined: held },
      ...(counts.get(name) ?? none),
      breaker: circuits.stateOf(name),
      clauses: clauses(settings),
    };
  });
}

const none: RelayCounts = { resources: 0, templates: 0, prompts: 0 };

interface Found {
  readonly settings: ServerConfig;
  readonly server: OpenServer | undefined;
  /** Whether its tools are known. Without them a connected server is of no use. */
  readonly isListed: boolean;
  readonly words: CleanWords;
}

function isReady({ server, isListed }: Found): boolean {
  return isListed && server?.upstream.isConnected() === true;
}

/** Returns how a server has fared. */
function lifeOf(found: Found): Pick<ServerStatus, "era" | "since" | "restarts" | "lastError"> {
  const { settings, server, words } = found;
  const health = server?.upstream.health?.();
  const era = server !== undefined && isKnown(found) ? server.upstream.era : null;
  if (health === undefined) return { era, since: null, restarts: 0 };
  const { since, restarts, failure } = health;
  const lastError = failure && { lastError: lastErrorOf(settings, failure, words) };
  return { era, since: new Date(since).toISOString(), restarts, ...lastError };
}

/** Tells whether the server was ever connected, and so its era is known. */
function isKnown({ server, isListed }: Found): boolean {
  return isListed || server?.upstream.isConnected() === true;
}

function lastErrorOf(
  settings: ServerConfig,
  { at, error }: ServerFailure,
  words: CleanWords,
): LastError {
  const { next: _next, ...described } = describeFailure(settings, error, words);
  return { at: new Date(at).toISOString(), ...described };
}

function stateOf(
  found: Found,
  leftOut: ReturnType<Registry["leftOut"]>,
): Pick<ServerStatus, "state" | "because" | "next"> {
  const { settings, server, words } = found;
  const left = leftOut.get(settings.name);
  if (left !== undefined) return { state: "left-out", ...left };
  if (isReady(found)) return { state: "ready" };
  const failure = server?.upstream.health?.().failure;
  const error = failure?.error ?? new UpstreamError({ kind: "unreachable" });
  const { because, next } = describeFailure(settings, error, words);
  return { state: "unreachable", because, next };
}
