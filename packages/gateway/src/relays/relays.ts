import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { JsonObject } from "@toolcourt/sdk";
import type { Reach } from "../upstreams/upstream.ts";

/** Server features besides tools. */
export const offerings = ["resources", "prompts", "completions"] as const;
export type Offering = (typeof offerings)[number];

export interface RelayRequest {
  /** As the caller sent them, including answers to questions. */
  readonly params: JsonObject;
  readonly reach?: Reach;
  /** Trace context of the request. Default: none. */
  readonly trace?: TraceContext;
}

/** Relays everything except tools. All results follow the protocol, cleaned and limited in size. */
export interface Relays {
  /**
   * Features that at least one server has, or could have after a reconnection: connected clients
   * learn them only once.
   */
  readonly offered: () => ReadonlySet<Offering>;
  /** Complete lists of all servers, in order. A server that does not answer is left out. */
  readonly listResources: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listTemplates: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  readonly listPrompts: (signal: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Results of these three may be `input_required`. They throw a `Refusal`. */
  readonly readResource: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly getPrompt: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  readonly complete: (request: RelayRequest, signal: AbortSignal) => Promise<JsonObject>;
  /** Notifies the listener of every change of a resource. Returns the unsubscribe function. */
  readonly follow: (uri: string, changed: () => void) => Promise<() => Promise<void>>;
  /** Notifies of changed lists. Returns the unsubscribe function. */
  readonly subscribe: (changed: (what: "resources" | "prompts") => void) => () => void;
}
