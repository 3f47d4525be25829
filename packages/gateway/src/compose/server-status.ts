import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Registry } from "../catalog/create-registry.ts";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { GatewayApi } from "../edge/entrance.ts";
import type { RelayCounts } from "../relays/count-entries.ts";
import type { RelaysOver } from "../relays/create-relays.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { OpenServer } from "./open-servers.ts";
import type { GatewayState } from "./state-families.ts";

/** A configured server and what became of it. Holds no credentials. */
export interface ServerStatus {
  readonly name: string;
  /** Without user, password or query. */
  readonly address: string;
  readonly mode: ServerConfig["mode"];
  readonly required: boolean;
  readonly state: "ready" | "left-out" | "unreachable";
  /** In our own words, but for the names of tools. Unset for a server that is ready. */
  readonly because?: string;
  /** The next command to type. Unset for a server that is ready. */
  readonly next?: string;
  /** A quarantined tool is known and cannot be called. */
  readonly tools: { readonly admitted: number; readonly quarantined: number };
  readonly resources: number;
  readonly templates: number;
  readonly prompts: number;
}

export interface StatusDeps {
  readonly opened: ReadonlyMap<string, OpenServer>;
  readonly registry: Pick<Registry, "offered" | "leftOut">;
  readonly relaying: Pick<RelaysOver, "count">;
  /** Undefined if there is no audit log. */
  readonly authority: Pick<OpenAuthority, "unsigned"> | undefined;
}

/** The states of a gateway's servers. */
export interface ServerStates extends Pick<GatewayApi, "whyNotReady"> {
  /** Returns the connection state of each server. */
  readonly servers: GatewayState["servers"];
  /** Describes every configured server. Asks each for its resources and prompts. */
  readonly describeServers: () => Promise<readonly ServerStatus[]>;
}

function isReached({ settings, upstream }: OpenServer): boolean {
  return !settings.required || upstream.isConnected();
}

/** Returns the states of the connections and of the audit log. */
export function statesOf({ toolbox }: Config, deps: StatusDeps): ServerStates {
  const servers = [...deps.opened.values()];
  return {
    whyNotReady: () => {
      if (!servers.every(isReached)) return "A required server is not connected.";
      const because = deps.authority?.unsigned();
      return because === undefined ? undefined : `The audit log cannot be signed: ${because}`;
    },
    servers: () =>
      servers.map(({ settings, upstream: { isConnected } }) => {
        return { name: settings.name, isConnected: isConnected() };
      }),
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

/** Describes all configured servers, in file order. */
async function describeServers(
  servers: readonly ServerConfig[],
  { opened, registry, relaying }: StatusDeps,
): Promise<readonly ServerStatus[]> {
  const counts = await relaying.count();
  const [offered, leftOut] = [registry.offered(), registry.leftOut()];
  return servers.map(({ name, address, mode, required }) => {
    const tools = offered.get(name) ?? [];
    const quarantined = tools.filter(({ hold }) => hold !== undefined).length;
    return {
      name,
      address,
      mode,
      required,
      ...stateOf(name, { server: opened.get(name), isListed: offered.has(name) }, leftOut),
      tools: { admitted: tools.length - quarantined, quarantined },
      ...(counts.get(name) ?? none),
    };
  });
}

const none: RelayCounts = { resources: 0, templates: 0, prompts: 0 };

interface Found {
  readonly server: OpenServer | undefined;
  /** Whether its tools are known. Without them a connected server is of no use. */
  readonly isListed: boolean;
}

function isReady({ server, isListed }: Found): boolean {
  return isListed && server?.upstream.isConnected() === true;
}

function stateOf(
  name: string,
  found: Found,
  leftOut: ReturnType<Registry["leftOut"]>,
): Pick<ServerStatus, "state" | "because" | "next"> {
  const left = leftOut.get(name);
  if (left !== undefined) return { state: "left-out", ...left };
  if (isReady(found)) return { state: "ready" };
  const { server } = found;
  const because = server?.because ?? "it does not answer, and is tried again";
  const { next } = new Refusal("server-unreachable", { server: name, address: "", because });
  return { state: "unreachable", because, next: server?.next ?? next };
}
