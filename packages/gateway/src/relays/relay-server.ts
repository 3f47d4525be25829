import { isJsonObject, own } from "@toolcourt/sdk";
import type { Asking, Upstream, UpstreamListeners } from "../upstreams/upstream.ts";
import type { Offering } from "./relays.ts";

/** What a server tells us of by itself, also after every reconnection: who was away has missed something. */
export type RelayListeners = Required<Pick<UpstreamListeners, "changed" | "resourceUpdated">>;

/** A server as far as anything but its tools is concerned. */
export interface RelayServer {
  readonly name: string;
  readonly upstream: Pick<Upstream, "era" | "request" | "capabilities" | "watchResources">;
  readonly resources: "all" | "none";
  readonly prompts: PromptFilter;
  readonly mayAsk: readonly Asking[];
  readonly listen: (listeners: RelayListeners) => void;
}

/** Which prompts pass. */
export type PromptFilter = "all" | ReadonlySet<string>;

/** Strict passes what is named, dynamic all, or what is named where something is named. */
export function promptFilter(mode: "strict" | "dynamic", named: readonly string[]): PromptFilter {
  return mode === "dynamic" && named.length === 0 ? "all" : new Set(named);
}

export function passes(filter: PromptFilter, prompt: string): boolean {
  return filter === "all" || filter.has(prompt);
}

/** Whether a server has something that may pass. One that is not connected has nothing. */
export function has(server: RelayServer, what: Offering): boolean {
  if (!isJsonObject(own(server.upstream.capabilities(), what))) return false;
  return mayPass[what](server);
}

/** Whether a server has something that may pass, or could have it when it is back. */
export function mayHave(server: RelayServer, what: Offering): boolean {
  const isAway = Object.keys(server.upstream.capabilities()).length === 0;
  return isAway ? mayPass[what](server) : has(server, what);
}

const mayPass: Readonly<Record<Offering, (server: RelayServer) => boolean>> = {
  resources: ({ resources }) => resources === "all",
  prompts: ({ prompts }) => prompts === "all" || prompts.size > 0,
  completions: (server) => mayPass.resources(server) || mayPass.prompts(server),
};
