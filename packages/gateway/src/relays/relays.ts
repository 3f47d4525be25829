import type { JsonObject } from "@toolcourt/sdk";
import type { TraceContext } from "../foundation/kernel/trace-context.ts";
import type { Reach } from "../upstreams/upstream.ts";

/** What else servers have, besides tools. */
export const offerings = ["resources", "prompts", "completions"] as const;
export type Offering = (typeof offerings)[number];

export interface RelayRequest {
  /** As the caller wrote them, answers to questions included. */
  readonly params: JsonObject;
  readonly reach?: Reach;
  /** Where in its trace the request is. */
  readonly trace?: TraceContext;
}

/** Passes on what is no tool. All results are in the form of the protocol, cleaned and held to a size. */
export interface Relays {
  /** What at least one server has, or could have when it is back: clients that stay are told only once. */
  readonly offered: () => ReadonlySet<Offering>;
  /** Whole lists, of all servers in their order. A server that does not answer is left out. */
  readonly listResources: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listTemplates: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listPrompts: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** The results of the three may ask for something: then they are `input_required`. They throw a `Refusal`. */
  readonly readResource: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly getPrompt: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly complete: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  /** Has the listener told of every change of a resource, until what it gives back is called. */
  readonly follow: (uri: string, changed: () => void) => Promise<() => Promise<void>>;
  /** Tells when a list is another, until what it gives back is called. */
  readonly subscribe: (changed: (what: "resources" | "prompts") => void) => () => void;
}
