import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import type { Principal } from "../../pipeline/call.ts";
import type { Relays } from "../../relays/relays.ts";
import type { Gateway } from "../open-gateway.ts";
import type { Generation } from "../open-generation.ts";
import type { SeenAt } from "../shown-to.ts";
import { Follows, Subscribers } from "./forwarding.ts";

/** How often a replaced gateway is asked whether its last call has ended. */
const lookMs = 25;
/** More would keep too many tools and validators in memory. */
const maxRetiring = 4;

export interface LiveDeps extends Pick<Runtime, "clock" | "newId"> {
  /** After this time a call is over, or its gateway has died. */
  readonly maxCallMs: number;
}

/** The subscribers to the changes of the whole gateway, or of an endpoint. */
interface Notices {
  readonly tools: Subscribers<[]>;
  readonly items: Subscribers<["resources" | "prompts", string?]>;
}

function newNotices(): Notices {
  return { tools: new Subscribers(), items: new Subscribers() };
}

function attach({ tools, items }: Notices, { subscribe, relays }: SeenAt): void {
  tools.attach(subscribe);
  items.attach(relays.subscribe);
}

/**
 * A gateway that can be replaced while it serves. Entrances use `api`, which never changes. A call
 * begins and ends in one generation; new calls begin in the newest.
 */
export class LiveGateway implements AsyncDisposable {
  readonly #deps: LiveDeps;
  readonly #serial = createSerial();
  readonly #whole = newNotices();
  readonly #places = new Map<string, Notices>();
  readonly #follows: Follows;
  readonly #closing = new AbortController();
  readonly #retiring = new Set<Promise<void>>();
  readonly #replaced = new Set<(generation: Generation) => void>();
  #current: Generation;
  readonly api: Gateway;

  constructor(first: Generation, deps: LiveDeps) {
    this.#deps = deps;
    this.#current = first;
    this.#follows = new Follows(deps);
    this.#attach(first.gateway);
    this.api = this.#createApi();
  }

  readonly current = (): Generation => this.#current;

  /** Notifies of each replacement, before the next call. */
  readonly onReplaced = (listener: (generation: Generation) => void): void => {
    this.#replaced.add(listener);
  };

  /** Runs one change after the other, so that each sees what the last one left. */
  readonly inTurn = <Answer>(change: () => Promise<Answer>): Promise<Answer> =>
    this.#serial(change);

  /**
   * Resolves when few enough gateways wait for their last calls. A change that only takes away does
   * not wait for it: a slow call must not keep a removed tool.
   */
  readonly hasRoom = async (): Promise<void> => {
    while (this.#retiring.size >= maxRetiring) await Promise.race(this.#retiring);
  };

  /** Lets new calls begin in the next generation. The last one closes when its calls have ended. */
  async replaceBy(next: Generation): Promise<void> {
    const last = this.#current;
    this.#current = next;
    for (const listener of this.#replaced) listener(next);
    this.#attach(next.gateway);
    for (const { tools, items } of [this.#whole, ...this.#places.values()]) {
      tools.notify();
      for (const what of ["resources", "prompts"] as const) items.notify(what);
    }
    const retired = this.#retire(last).finally(() => this.#retiring.delete(retired));
    this.#retiring.add(retired);
  }

  /** Ends all generations. The entrances have waited for the calls before. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#retiring);
    await this.#current[Symbol.asyncDispose]();
  }

  async #retire(last: Generation): Promise<void> {
    const { clock, maxCallMs } = this.#deps;
    const endsAt = clock.monotonic() + maxCallMs;
    await this.#follows.move((principal, endpoint) => this.#relaysIn(principal, endpoint));
    const isBusy = (): boolean => last.gateway.inFlight() > 0 && clock.monotonic() < endsAt;
    while (isBusy() && !this.#closing.signal.aborted) {
      await clock.sleep(lookMs, this.#closing.signal).catch(() => undefined);
    }
    await last[Symbol.asyncDispose]();
  }

  #attach(gateway: Gateway): void {
    attach(this.#whole, gateway);
    for (const [endpoint, notices] of this.#places) attach(notices, gateway.at(endpoint));
  }

  /** What is notified at an endpoint, or of the whole gateway. */
  #noticesAt(endpoint: string | undefined): Notices {
    if (endpoint === undefined) return this.#whole;
    const known = this.#places.get(endpoint);
    if (known !== undefined) return known;
    const notices = newNotices();
    attach(notices, this.#current.gateway.at(endpoint));
    this.#places.set(endpoint, notices);
    return notices;
  }

  #relaysIn(principal: Principal, endpoint: string | undefined): Relays {
    const { gateway } = this.#current;
    return endpoint === undefined
      ? gateway.relaysFor(principal)
      : gateway.at(endpoint).relaysFor(principal);
  }

  #relaysFor(principal: Principal, endpoint?: string): Relays {
    const relays = this.#relaysIn(principal, endpoint);
    return {
      ...relays,
      follow: (request, changed) =>
        this.#follows.follow(relays, { principal, endpoint, request, changed }),
      subscribe: this.#noticesAt(endpoint).items.subscribe,
    };
  }

  #seenAt(endpoint: string): SeenAt {
    const now = (): SeenAt => this.#current.gateway.at(endpoint);
    const { tools, items } = this.#noticesAt(endpoint);
    return {
      listed: (principal) => now().listed(principal),
      fullList: (principal) => now().fullList(principal),
      relays: { offered: () => now().relays.offered(), subscribe: items.subscribe },
      relaysFor: (principal) => this.#relaysFor(principal, endpoint),
      subscribe: tools.subscribe,
    };
  }

  #createApi(): Gateway {
    const now = (): Gateway => this.#current.gateway;
    return {
      callTool: (call, signal) => now().callTool(call, signal),
      evaluate: (call) => now().evaluate(call),
      dryRun: (call) => now().dryRun(call),
      listed: (principal) => now().listed(principal),
      fullList: (principal) => now().fullList(principal),
      callable: (principal, endpoint) => now().callable(principal, endpoint),
      at: (endpoint) => this.#seenAt(endpoint),
      inFlight: () => now().inFlight(),
      handOver: () => now().handOver(),
      items: () => now().items(),
      servers: () => now().servers(),
      lookAtServers: () => now().lookAtServers(),
      describeServers: () => now().describeServers(),
      whyNotReady: () => now().whyNotReady(),
      subscribe: this.#whole.tools.subscribe,
      relays: { offered: () => now().relays.offered(), subscribe: this.#whole.items.subscribe },
      relaysFor: (principal) => this.#relaysFor(principal),
      get tasks() {
        return now().tasks;
      },
      get endpoints() {
        return now().endpoints;
      },
      get counters() {
        return now().counters;
      },
      get quarantine() {
        return now().quarantine;
      },
      get registry() {
        return now().registry;
      },
      get review() {
        return now().review;
      },
    };
  }
}
