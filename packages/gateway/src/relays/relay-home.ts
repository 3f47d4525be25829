import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { Follower } from "./follow.ts";
import { type RelayServer, without } from "./relays.ts";
import { answerMs, type ListDeps, ServerLists } from "./server-lists.ts";

/** Concurrent requests of one method at one server. Others wait in the queue of calls. */
const maxInstances = 10;
/** For each principal, server and method. Beyond a person at a client that completes each key. */
const rateLimit = { maxCalls: 600, windowMs: 60_000 };

/** One server: its lists, its subscriptions, and how its requests are limited. */
export class RelayHome extends ServerLists {
  readonly follower: Follower;
  readonly #tools = new Map<string, RegisteredTool>();

  constructor(server: RelayServer, deps: ListDeps) {
    super(server, deps);
    this.follower = new Follower(server, deps.clock);
  }

  /**
   * Returns the limits of a method as if it were a tool of this server. So rate, slots, deadline
   * and circuit are those of calls, in one place.
   */
  toolFor(method: string): RegisteredTool {
    const known = this.#tools.get(method) ?? limitsOf(method, this.server.name);
    this.#tools.set(method, known);
    return known;
  }

  /** Removes metadata meant for us alone. The legacy protocol has no fields for late answers. */
  paramsFor(params: JsonObject): JsonObject {
    const kept = without(params, "_meta");
    const isLegacy = this.server.upstream.era === "legacy";
    return isLegacy ? without(kept, "inputResponses", "requestState") : kept;
  }
}

/** The parameters of the relayed methods, for the shape in records. */
const input = {
  type: "object",
  properties: { uri: {}, name: {}, arguments: {}, ref: {}, argument: {}, context: {} },
};

function limitsOf(method: string, server: string): RegisteredTool {
  return Object.freeze<RegisteredTool>({
    // No tool has such a name: a slash is not in the protocol's grammar.
    publicName: `${server}/${method}`,
    contract: {
      server,
      name: method,
      description: "",
      input,
      effect: "read",
      terms: { rateLimit },
      asReceived: {},
      digest: "",
    },
    home: { kind: "server", server },
    settings: { maxInstances, timeoutMs: answerMs, approval: "none" },
    findings: [],
  });
}
