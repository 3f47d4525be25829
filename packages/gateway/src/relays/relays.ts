import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Grant, IncomingCall, Principal } from "../pipeline/call.ts";
import type { Era } from "../protocol/era.ts";
import type { Advertised } from "../protocol/extensions.ts";
import type { Asking, Upstream, UpstreamListeners } from "../upstreams/upstream.ts";

/** Server features besides tools. */
export const offerings = ["resources", "prompts", "completions"] as const;
export type Offering = (typeof offerings)[number];

/** A request of one principal, with the ids for its record. */
export interface RelayRequest
  extends Omit<
    IncomingCall,
    "principal" | "tool" | "endpoint" | "arguments" | "relayed" | "within"
  > {
  /** As the caller sent them, including answers to questions. */
  readonly params: JsonObject;
}

/**
 * Relays everything except tools to one principal. All results follow the protocol, cleaned and
 * limited in size.
 */
export interface Relays {
  /**
   * Features that at least one server has, or could have after a reconnection: connected clients
   * learn them only once.
   */
  readonly offered: () => ReadonlySet<Offering>;
  /** Extensions that a server advertises whose tools the principal could call. */
  readonly extensions: (era: Era) => Advertised;
  /** Complete lists of all servers, in order. A server that does not answer is left out. */
  readonly listResources: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listTemplates: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listPrompts: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Results of these three may be `input_required`. They throw a `Refusal`. */
  readonly readResource: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly getPrompt: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly complete: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  /** Notifies the listener of every change of a resource. Returns the unsubscribe function. */
  readonly follow: (request: RelayRequest, changed: () => void) => Promise<() => Promise<void>>;
  /** Notifies of changed lists, of one server or of all. Returns the unsubscribe function. */
  readonly subscribe: (
    changed: (what: "resources" | "prompts", server?: string) => void,
  ) => () => void;
}

/** What is known without a principal: nothing of it reaches a server. */
export type OpenRelays = Pick<Relays, "offered" | "subscribe">;

/** A resource or a prompt of a server. */
export interface RelayItem {
  readonly kind: "resource" | "prompt";
  readonly server: string;
  /** The URI of a resource, the text of a template, or the name of a prompt. */
  readonly name: string;
}

/** A request about an item, for the policy. */
export interface ItemRequest {
  readonly principal: Principal;
  readonly item: RelayItem;
  readonly method: string;
  /** The arguments of a prompt, or those of a completion. */
  readonly args: JsonObject;
}

/** Decides what a principal may see and request. */
export interface RelayAccess {
  /** Whether the principal could use some resource, or some prompt, of a server. */
  readonly reaches: (principal: Principal, of: Omit<RelayItem, "name">) => boolean;
  /** Whether the principal could call some tool of a server. */
  readonly uses: (principal: Principal, server: string) => boolean;
  /** Whether lists show an item to the principal. */
  readonly shows: (principal: Principal, item: RelayItem) => boolean;
  /** Returns the statement that allows a request. Throws `policy-denied`. */
  readonly permit: (request: ItemRequest) => Grant;
}

/** Server notifications. Also fired after every reconnection, because some may have been missed. */
export type RelayListeners = Required<Pick<UpstreamListeners, "changed" | "resourceUpdated">>;

/** A server, without regard to its tools. */
export interface RelayServer {
  readonly name: string;
  readonly mode: "strict" | "dynamic";
  readonly upstream: Pick<Upstream, "era" | "request" | "capabilities" | "watchResources">;
  readonly resources: "all" | "none";
  readonly prompts: PromptFilter;
  readonly allowedRequests: readonly Asking[];
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
  return isAway(server) ? mayPass[what](server) : has(server, what);
}

/** Tells whether a server is disconnected: a connected one has some capability. */
export function isAway({ upstream }: RelayServer): boolean {
  return Object.keys(upstream.capabilities()).length === 0;
}

const mayPass: Readonly<Record<Offering, (server: RelayServer) => boolean>> = {
  resources: ({ resources }) => resources === "all",
  prompts: ({ prompts }) => prompts === "all" || prompts.size > 0,
  completions: (server) => mayPass.resources(server) || mayPass.prompts(server),
};

/** Copies an object without some of its keys. */
export function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
