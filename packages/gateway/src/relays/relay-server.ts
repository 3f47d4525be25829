import { isJsonObject, own } from "@toolcourt/sdk";
import type { Asking, Upstream, UpstreamListeners } from "../upstreams/upstream.ts";
import type { Offering } from "./relays.ts";

/** Server notifications. Also fired after every reconnection, because some may have been missed. */
export type RelayListeners = Required<Pick<UpstreamListeners, "changed" | "resourceUpdated">>;

/** A server, without regard to its tools. */
export interface RelayServer {
  readonly name: string;
  readonly upstream: Pick<Upstream, "era" | "request" | "capabilities" | "watchResources">;
  readonly resources: "all" | "none";
  readonly prompts: PromptFilter;
  readonly mayAsk: readonly Asking[];
  readonly listen: (listeners: RelayListeners) => void;
}

/** The prompts that pass. */
export type PromptFilter = "all" | ReadonlySet<string>;

/**
 * Strict mode passes the named prompts. Dynamic mode passes all, or the named ones if there are
 * any.
 */
export function promptFilter(mode: "strict" | "dynamic", named: readonly string[]): PromptFilter {
  return mode === "dynamic" && named.length === 0 ? "all" : new Set(named);
}

export function passes(filter: PromptFilter, prompt: string): boolean {
  return filter === "all" || filter.has(prompt);
}

/** Tells whether a server has something that may pass. A disconnected server has nothing. */
export function has(server: RelayServer, what: Offering): boolean {
  if (!isJsonObject(own(server.upstream.capabilities(), what))) return false;
  return mayPass[what](server);
}

/** Tells whether a server has something that may pass, or could have it after a reconnection. */
export function mayHave(server: RelayServer, what: Offering): boolean {
  const isAway = Object.keys(server.upstream.capabilities()).length === 0;
  return isAway ? mayPass[what](server) : has(server, what);
}

const mayPass: Readonly<Record<Offering, (server: RelayServer) => boolean>> = {
  resources: ({ resources }) => resources === "all",
  prompts: ({ prompts }) => prompts === "all" || prompts.size > 0,
  completions: (server) => mayPass.resources(server) || mayPass.prompts(server),
};
